// RUN: causeway simulate %s -o %t.csv --stop 1e9 & sleep 0.5; kill -INT $!; wait $!
// EXIT: 5
// CHECK: error[RT0070]: interrupted at time 
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = sin(time * 100);
end M;
