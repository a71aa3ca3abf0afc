// The generated C is one readable file that any C compiler takes.
// RUN: causeway translate %s -o m.c && cc -c -Wall -Wno-unused -Werror -O1 m.c -o m.o && nm m.o
// CHECK: cw_model
// RUN: causeway translate %s
// CHECK: translate.mo:
model Spring
  parameter Real k = 2;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -k*x;
end Spring;
