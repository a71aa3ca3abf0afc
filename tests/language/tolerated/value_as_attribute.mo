// x(value = ...) for x = ...: MLS 3.6, 4.9 writes the predefined types with an element `value`, which is not to be named.
// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[INST0204]: type 'Real' has no attribute 'value' (MLS 4.9)
// FINAL: x = 2 +- 1e-9
// FINAL: a[2].y = 3 +- 1e-9
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0204]
model ValueAsAttribute
  model A
    parameter Real k = 1;
    Real y(value = k*time);
  end A;
  Real x(value = 2*time, unit = "1");
  A a[2](k = {2, 3});
end ValueAsAttribute;
