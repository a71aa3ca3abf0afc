// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :9:10: error[INST0203]: 'k' is final and cannot be modified (MLS 7.2.6)
// CHECK-NOT: internal
model M
  model Part
    final parameter Real k = 1;
  end Part;
  Part p(k = 2); // <- k is final
end M;
