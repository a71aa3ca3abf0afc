// A jump that noEvent hides from the integrator leaves it steps of a few nanoseconds: said while the run goes on.
// RUN: causeway simulate %s -o %t.csv --max-steps 140000
// EXIT: 5
// CHECK: RT0058.mo:{{[0-9]+}}:{{[0-9]+}}: warning[RT0058]: 131072 steps from time 0 to {{[0-9.e-]+}}, about {{[0-9e+]+}} to the stop time; the state that changes fastest is 'x'
// CHECK: hint: a jump that noEvent hides
// CHECK: error[RT0072]
model Crawling
  Real x(start = 0, fixed = true);
equation
  der(x) = noEvent(if x > 0 then -1 else 1);
  annotation(experiment(StopTime = 5));
end Crawling;
