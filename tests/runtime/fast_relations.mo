// RUN: causeway simulate %s Fast.State -o %t.csv --interval 1e-4
// FINAL: %t.csv n = 160 +- 0
// RUN: causeway simulate %s Fast.Faster -o %t2.csv
// CHECK: fast_relations.mo:{{\d+}}:{{\d+}}: warning[RT0059]: sin(100000.0*x) > 0.0 changes faster than what it depends on: events before time 0.0{{\d+}} may have been missed; from there on it is looked at closely
// CHECK: hint: a function of time alone is looked at closely from the beginning; else give a smaller --interval
// FINAL: %t2.csv n = 15916 +- 300
// RUN: causeway simulate %s Fast.Time -o %t3.csv
// FINAL: %t3.csv n = 15916 +- 0
// RUN: causeway simulate %s Fast.Fastest -o %t4.csv --stop 1e-4
// CHECK: warning[RT0059]: at time {{.*}} sin(1000000000000.0*time) > 0.0 changes faster than in {{.*}} s, which is not looked into: events are missed
// RUN: ! causeway simulate %s Fast.Plain -o %t5.csv 2>&1 | grep RT0059
package Fast "relations that turn faster than the solution are found out"
  model State
    Real x(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = 1;
    when sin(1000*x) > 0 then
      n = pre(n) + 1;
    end when;
  end State;
  model Faster
    Real x(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = 1;
    when sin(1e5*x) > 0 then
      n = pre(n) + 1;
    end when;
  end Faster;
  model Time
    Integer n(start = 0, fixed = true);
  equation
    when sin(1e5*time) > 0 then
      n = pre(n) + 1;
    end when;
  end Time;
  model Fastest
    Integer n(start = 0, fixed = true);
  equation
    when sin(1e12*time) > 0 then
      n = pre(n) + 1;
    end when;
    when n > 400 then
      terminate("enough");
    end when;
  end Fastest;
  model Plain "a ball, an oscillator, a stiff decay: nothing to tell"
    Real h(start = 1, fixed = true), v(start = 0, fixed = true), s(start = 0, fixed = true), c(start = 1, fixed = true);
    Real d(start = 1, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(h) = v;
    der(v) = -9.81;
    der(s) = 30*c;
    der(c) = -30*s;
    der(d) = -1e4*(d - 0.5);
    when h <= 0 then
      reinit(v, -0.9*pre(v));
    end when;
    when s > 0.5 or d < 0.75 then
      n = pre(n) + 1;
    end when;
    annotation(experiment(StopTime = 3));
  end Plain;
end Fast;
