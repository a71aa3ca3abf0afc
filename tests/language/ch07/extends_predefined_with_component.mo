// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0920]
type T
  extends Real;
  Real y;
end T;
model M
  T x = 1;
end M;
