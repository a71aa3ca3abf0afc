// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :9:18: error[SYN0010]: 'in' is a keyword and cannot be used as a name
// CHECK: hint: choose another name, or quote it: 'in' with the quotes
model M
  Parts.Constant a;
  Parts.Gain g;
equation
  connect(a.y, g.in); // <- u
end M;
