// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0554]
model M
  Real x = 1;
  Real y = inStream(x);
end M;
