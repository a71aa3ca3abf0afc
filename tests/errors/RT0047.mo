// RUN: causeway simulate %s -o %t.csv --stop 10
// CHECK: RT0047.mo:11:8: warning[RT0047]: 'v' is never larger than {{.*}}, but has nominal = 1e+30: errors up to 1e+24 m/s are accepted in it, so that its values mean nothing
// CHECK: so it is with 1 other state
// CHECK: hint: give as nominal the size that it has
// RUN: causeway simulate %d/../runtime/nominal_zero.mo -o %t2.csv
// CHECK: nominal_zero.mo:6:8: warning[RT0047]: the nominal value of 'x' is 0, which says nothing of its size: it is taken as 1 (MLS 4.9)
// RUN: causeway simulate %s -o %t3.csv --solver rk4 -q
// CHECK-NOT: small
model RT0047 "errors of its states are not controlled"
  Real x(start = 1, fixed = true, nominal = 1e30, unit = "m");
  Real v(start = 0, fixed = true, nominal = 1e30, unit = "m/s");
  Real small(start = 1e-9, fixed = true, nominal = 1) "is below the tolerance whatever its nominal value";
  parameter Real w(unit = "1/s") = 1;
equation
  der(x) = v;
  der(v) = -x*w*w;
  der(small) = -small;
end RT0047;
