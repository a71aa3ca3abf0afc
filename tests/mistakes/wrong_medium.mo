// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :6:36: error[INST0940]: redeclaration of 'Medium': class 'Parts' is not a subtype of its constraining type 'Parts.Medium' (MLS 7.3.2)
// CHECK: hint: choose a class that extends 'Parts.Medium'
model M
  Parts.Tank tank(V = 1, redeclare package Medium = Parts); // <- Parts.Water
end M;
