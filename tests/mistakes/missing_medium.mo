// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :8:14: error[INST0574]: Parts.Medium.density is partial and cannot be called (MLS 12.4.1)
// CHECK: hint: 'Medium' was left open: choose one where the component is declared, (redeclare package Medium = ...)
// CHECK-NOT: internal
// CHECK-NOT: INST0603
model M
  Parts.Tank tank(V = 1); // <- redeclare package Medium
end M;
