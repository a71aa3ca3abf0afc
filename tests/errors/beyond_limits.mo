// RUN: causeway simulate %s -o %t.csv
// EXIT: 4
// CHECK: error[RT0041]: initialisation failed at time 0
// CHECK: note: residual
// CHECK: 'T' has come to
// CHECK: below its min of 200
model BeyondLimits "no temperature gives that much"
  Real T(start = 300, min = 200);
  Real q;
equation
  q = T*T + T + 1;
  q + (T - 300)^2 = -5;
end BeyondLimits;
