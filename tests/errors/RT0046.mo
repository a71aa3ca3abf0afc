// A solution that leaves the limits of its variables: Robertson's kinetics at a coarse tolerance, an alias with limits of its own.
// RUN: causeway simulate %s -o %t.csv
// CHECK: RT0046.mo:14:{{.*}}warning[RT0046]: 'y1' goes below its min of 0 at time {{.*}}; farthest is -{{.*}} at time 1e+11 (MLS 4.9)
// CHECK: warning[RT0046]: 'loss' goes above its max of 0 at time
// CHECK: hint: {{.*}}--limits error stops there
// RUN: causeway simulate %s -o %t.csv --limits error
// EXIT: 5
// CHECK: error[RT0046]: 'y1' goes below its min of 0 at time
// RUN: causeway simulate %s -o %t.csv --limits off; echo quiet
// CHECK-NOT: 'y3' goes
// RUN: causeway simulate %s -o %t.csv --stop 40 --limits error; echo inside
// CHECK: inside
model Robertson
  Real y1(start = 1, fixed = true, min = 0, nominal = 1), y2(start = 0, fixed = true, nominal = 1e-5), y3(start = 0, fixed = true, nominal = 1);
  Real loss(max = 0) = -y1;
equation
  der(y1) = -0.04*y1 + 1e4*y2*y3;
  der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
  der(y3) = 3e7*y2^2;
  annotation(experiment(StopTime = 1e11, Tolerance = 1e-4));
end Robertson;
