// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0920.mo:6:13: error[INST0920]: 'T' extends a predefined type and must not have other components or base classes (MLS 7.1.3)
model M
  type T
    extends Real;
    parameter Real k = 1;
  end T;
  T x = 1;
end M;
