// A run of millions of events is announced while it goes on, with what makes them.
// RUN: causeway simulate %s Sampled -o %t.csv --max-steps 20000
// EXIT: 5
// CHECK: RT0057.mo:{{.*}}warning[RT0057]: 10000 events up to time 0.00{{.*}}, about 2e+06 in the whole run; the last one by sample() with an interval of 1e-06 s
// CHECK: hint: sample less often, or stop earlier
// CHECK: error[RT0072]
// RUN: causeway simulate %s Buzzing -o %t.csv --max-steps 200000
// EXIT: 5
// CHECK: warning[RT0057]: 10000 events up to time {{.*}}in the whole run; the last one by x
// CHECK: hint: a condition that switches so often is better smooth
model Sampled
  discrete Real n(start = 0, fixed = true);
equation
  when sample(0, 1e-6) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end Sampled;
model Buzzing "a saw with very many teeth"
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 1e-4 then
    reinit(x, 0);
  end when;
  annotation(experiment(StopTime = 1000));
end Buzzing;
