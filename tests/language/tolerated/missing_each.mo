// One value for all elements of an array of components, without each (MLS 3.6, 7.2.5).
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[INST0593]: one value of k for all elements of an array needs 'each' (MLS 7.2.5)
// FINAL: a[2].y = 3 +- 1e-12
// RUN: causeway check --strict %s > %t.txt 2>&1
// EXIT: 2
model MissingEach
  model A
    parameter Real k = 1;
    Real y = k;
  end A;
  parameter Real three = 3;
  A a[2](k = three);
end MissingEach;
