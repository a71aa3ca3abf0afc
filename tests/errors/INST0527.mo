// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0527.mo:5:27: error[INST0527]: [...]: Integer[1, 1] cannot be put beside Integer[2, 1]: dimension 1 differs
model M
  Real x[1, 3] = [{1, 2}, 3];
end M;
