// Reals compared with == in a model: neither smaller nor larger, which makes events.  pre of a continuous variable in an initial
// equation is the variable.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[INST0521]
// CHECK: warning[INST0551]
// VALUE: %t.csv y(0.4) = 1 +- 1e-9
// FINAL: y = 2 +- 1e-9
// FINAL: z = 3.5 +- 1e-6
// RUN: causeway check --strict %s > %t.txt 2>&1
// EXIT: 2
// FILE-CHECK: %t.txt error[INST0521]
// FILE-CHECK: %t.txt error[INST0551]
model RealEquality
  Real x(start = 1, fixed = true), u, y, z;
  parameter Real limit = 0.5;
  Boolean b = u == 0;
initial equation
  pre(z) = 3;
equation
  der(x) = 1;
  u = if time < limit then 0 else time;
  y = if u == 0 then 1 else 2;
  der(z) = if b then 0 else 1;
end RealEquality;
