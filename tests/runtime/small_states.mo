// RUN: causeway simulate %s Small.Followed -o %t.csv
// FINAL: %t.csv x = 8.62319e-8 +- 3e-9
// RUN: causeway simulate %s Small.Driven -o %t2.csv
// FINAL: %t2.csv x = -5.0636564e-8 +- 2e-9
// RUN: causeway simulate %s Small.Given -o %t3.csv
// FINAL: %t3.csv x = 8.62319e-13 +- 1e-14
// RUN: causeway simulate %s Small.Lost -o %t4.csv
// CHECK: small_states.mo:{{\d+}}:{{\d+}}: warning[RT0047]: '{{x|v}}' is never larger than {{.*}}, and has no nominal value: errors up to 1e-11 are accepted in it, which is much of it
// CHECK: so it is with 1 other state
// CHECK: hint: say how large it is where it is declared: nominal =
// RUN: for m in Followed Driven Given Rest; do ! causeway simulate %s Small.$m -o %t5.csv 2>&1 | grep RT0047 || exit 1; done
package Small "states far below one: followed down to 1e-13, told of below, where nominal is not given"
  model Followed
    Real x(start = 1e-7, fixed = true), v(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = -x;
    annotation(experiment(StopTime = 100));
  end Followed;
  model Driven "from zero"
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1e-7*cos(time);
    annotation(experiment(StopTime = 100));
  end Driven;
  model Given
    Real x(start = 1e-12, fixed = true, nominal = 1e-12), v(start = 0, fixed = true, nominal = 1e-12);
  equation
    der(x) = v;
    der(v) = -x;
    annotation(experiment(StopTime = 100));
  end Given;
  model Lost
    Real x(start = 1e-14, fixed = true), v(start = 1e-14, fixed = true);
  equation
    der(x) = v;
    der(v) = -x;
    annotation(experiment(StopTime = 100));
  end Lost;
  model Rest "a sum of large forces that is zero but for rounding"
    Real x(start = 0, fixed = true), v(start = 0, fixed = true), w(start = 1, fixed = true);
  equation
    der(x) = v;
    der(v) = 0.1 + 0.2*w - 0.3*w - 0.1*(2 - w) + 0.1*(1 - w) + 0.1*w;
    der(w) = 0;
    annotation(experiment(StopTime = 1));
  end Rest;
end Small;
