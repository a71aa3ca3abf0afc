// A linear system whose third equation becomes the sum of the first two at 0.5: the message names all three, with their lines.
// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: singular_block.mo:{{[0-9]+}}:3: error[RT00{{[0-9]+}}]: the simulation stopped
// CHECK: singular linear system for
// CHECK: singular_block.mo:{{[0-9]+}}:3: note: these equations depend on each other:
// CHECK: singular_block.mo:{{[0-9]+}}:3: note: and this one:
// CHECK: singular_block.mo:{{[0-9]+}}:3: note: and this one: a := 1.0 - c + b*(1.0 + s)
model SingularBlock
  parameter Real p = 1;
  Real a(start = 1), b(start = 1), c(start = 1), s(start = 0, fixed = true);
  Real k = if time < 0.5 then 1 else 2;
equation
  der(s) = 1;
  a*(1 + s) + b + p*c = 3;
  a - b*(1 + s) + c = 1;
  a*(k + s) + b*(1 - (k - 1)*(1 + s)) + (if time < 0.5 then -1 else 1 + p)*c = 1 + s;
end SingularBlock;
