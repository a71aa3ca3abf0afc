// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0540]: argument 1 of sin must be a number, found String
model M
  Real y = sin("a");
end M;
