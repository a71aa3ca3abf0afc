// A solution that leaves the limits of its variables: a tank that goes on emptying, an alias with limits of its own.
// RUN: causeway simulate %s -o %t.csv
// CHECK: RT0046.mo:14:{{.*}}warning[RT0046]: 'y1' goes below its min of 0 at time {{.*}}; farthest is -{{.*}} at time 200 (MLS 4.9)
// CHECK: warning[RT0046]: 'loss' goes above its max of 0 at time
// CHECK: hint: {{.*}}--limits error stops there
// RUN: causeway simulate %s -o %t.csv --limits error
// EXIT: 5
// CHECK: error[RT0046]: 'y1' goes below its min of 0 at time
// RUN: causeway simulate %s -o %t.csv --limits off; echo quiet
// CHECK-NOT: 'y3' goes
// RUN: causeway simulate %s -o %t.csv --stop 40 --limits error; echo inside
// CHECK: inside
model Tank
  Real y1(start = 1, fixed = true, min = 0), y3(start = 0, fixed = true, min = 0);
  Real loss(max = 0) = -y1;
equation
  der(y1) = -0.01;
  der(y3) = 0.01;
  annotation(experiment(StopTime = 200));
end Tank;
