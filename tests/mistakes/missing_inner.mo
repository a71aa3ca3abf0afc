// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 0
// CHECK: :6:14: warning[INST0402]: no 'inner world' is declared around this component: one with default values was added to the model
// CHECK: hint: declare one at the top of the model: inner Parts.World world;
model M
  Parts.Body b; // <- declare inner Parts.World world
end M;
