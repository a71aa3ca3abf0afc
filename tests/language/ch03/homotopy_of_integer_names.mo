// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0557]
model M
  Real x = homotopy(actual = 4, simple = 2);
end M;
