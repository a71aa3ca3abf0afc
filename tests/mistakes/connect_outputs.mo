// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :8:3: error[FLAT0095]: this connection set has two sources of one signal (MLS 9.3)
// CHECK-NOT: internal
model M
  Parts.Constant a, b;
equation
  connect(a.y, b.y); // <- two outputs
end M;
