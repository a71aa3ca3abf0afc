// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0520]
model M "relations compare scalars"
  Boolean b = {1, 2} < {2, 3};
end M;
