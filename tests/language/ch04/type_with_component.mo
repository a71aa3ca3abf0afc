// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0920]
model M
  type T
    extends Real;
    Real a;
  end T;
  T t = 1;
end M;
