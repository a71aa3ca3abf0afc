// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0212]: 'each' modifies 'k' of 'a', which is not an array (MLS 7.2.5)
model M
  model A
    parameter Real k = 1;
    Real x = k;
  end A;
  A a(each k = 2);
end M;
