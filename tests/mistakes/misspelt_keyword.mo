// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:3: error[SYN0019]: 'paramter' is no word that can stand in front of a type
// CHECK: hint: did you mean 'parameter'?
model M
  paramter Real k = 1; // <- parameter
  Real x = k;
end M;
