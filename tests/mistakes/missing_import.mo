// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:16: error[INST0110]: import of 'Electrical': there is no such name
// CHECK-NOT: internal
model M
  import Parts.Electrical; // <- there is no such package
  Electrical.Resistor r;
end M;
