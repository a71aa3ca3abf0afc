// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 2
// CHECK: :9:7: error[FLAT0010]: subscript 0 of 'x' is outside 1:3 (MLS 10.5)
// CHECK-NOT: internal
model M
  Real x[3];
equation
  for i in 0:2 loop
    x[i] = time; // <- from 1
  end for;
end M;
