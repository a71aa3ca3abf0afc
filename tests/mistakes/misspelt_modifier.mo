// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:16: error[INST0205]: class 'Parts.Gain' has no element 'K' to modify
// CHECK: hint: did you mean 'k'?
model M
  Parts.Gain g(K = 2); // <- k
  Parts.Constant c;
equation
  connect(c.y, g.u);
end M;
