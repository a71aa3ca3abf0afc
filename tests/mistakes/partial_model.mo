// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:3: warning[INST0938]: component 't' is of the partial class 'Parts.TwoPin' (MLS 4.4.2)
// CHECK: hint: connect a ground
model M
  Parts.TwoPin t; // <- the class is partial
end M;
