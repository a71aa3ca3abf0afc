// Start values in force that contradict what equations say of constants and parameter expressions: an error that names both.
// RUN: causeway simulate %s -o %t.csv
// EXIT: 4
// CHECK: fixed_constant.mo:15:{{.*}}error[RT0043]: {{.*}} c = 2.0 does not hold, 6 is not 2
// CHECK: fixed_constant.mo:18:{{.*}}note: {{.*}} c = 2.0*p
// CHECK: fixed_constant.mo:13:{{.*}}error[RT0043]: {{.*}} a = 1.0 does not hold, 0 is not 1
// CHECK: fixed_constant.mo:13:{{.*}}note: {{.*}} a = 0.0
// CHECK: fixed_constant.mo:16:{{.*}}error[RT0043]: {{.*}} e = 1.0 does not hold, 5 is not 1
// CHECK-NOT: b =
// CHECK-NOT: g =
model FixedConstant
  parameter Real p = 3, q = 5;
  Real a(start = 1, fixed = true) = 0;
  Real b(start = 7, fixed = true) = 7;
  Real c(start = 2, fixed = true);
  Real e(start = 1, fixed = true), f, g(start = 3, fixed = true);
equation
  c = 2*p;
  e = f;
  f = q;
  g = p;
end FixedConstant;
