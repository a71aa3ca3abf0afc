// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:9: error[INST0112]: there is no class named 'Resitor' in 'Parts'
// CHECK: hint: did you mean 'Resistor'?
model M
  Parts.Resitor r; // <- Resistor
end M;
