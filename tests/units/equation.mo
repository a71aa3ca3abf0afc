// RUN: causeway check %s
// CHECK: :18:22: warning[FLAT0120]: the units do not agree: 'F' has unit "N", its value 'm*v' has unit "kg.m/s"
// CHECK: :19:25: warning[FLAT0120]: the units do not agree: 'T' has unit "degC", its value 'TK' has unit "K"
// CHECK: hint: their zero points differ
// CHECK: :21:24: warning[FLAT0120]: the units do not agree: 'mm' has unit "mm", its value 'x' has unit "m"
// CHECK: a factor 1000 is missing on the right
// CHECK: :27:3: warning[FLAT0120]: the units do not agree: left side 'der(x)' has unit "m/s", right side 'm' has unit "kg"
// CHECK: :28:7: warning[FLAT0120]: the units of what is added do not agree: 'x' has unit "m", 'time' has unit "s"
// CHECK: :29:9: warning[FLAT0120]: the units of what is compared do not agree: 'x' has unit "m", 'v' has unit "m/s"
// CHECK: :30:7: warning[FLAT0120]: 'x' has unit "m" where a number without unit is needed
// CHECK-NOT: :28:3:
// RUN: causeway check %s --strict
// EXIT: 2
// CHECK: error[FLAT0120]
model Units "each line below has its mistake"
  Real x(unit = "m", start = 1), v(unit = "m/s"), w(unit = "s");
  parameter Real m(unit = "kg") = 2;
  Real F(unit="N") = m*v;
  Real T(unit="degC") = TK;
  Real TK(unit="K") = 300;
  Real mm(unit="mm") = x;
  Real a, b(unit = "m");
  Real fine(unit = "J") = 0.5*m*v^2 + 9.81*m*x;
  parameter Real k = 3 "free";
  Boolean far;
equation
  der(x) = m;
  w = x + time;
  far = x > v;
  a = sin(x);
  v = 2*time + k*x;
  b = x*k;
end Units;
