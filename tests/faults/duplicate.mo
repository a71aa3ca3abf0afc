// Two components of one name: both places are shown.
// RUN: causeway check %s
// EXIT: 2
// CHECK: duplicate.mo:8:{{\d+}}: error[INST
// CHECK: duplicate.mo:7:{{\d+}}: note
model Duplicate
  Real x = 1;
  Real x = 2;
end Duplicate;
