// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:22: error[SYN0001]: expected a name, found number 5
// CHECK: hint: decimals are written with a point: 2.5
model M
  Parts.Gain g(k = 2,5); // <- 2.5
  Parts.Constant c(k = 1);
equation
  connect(c.y, g.u);
end M;
