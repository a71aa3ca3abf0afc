// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0560.mo:5:16: error[INST0560]: argument 1 of sin is not one value
model M
  Real x = sin(assert(true, "no value"));
end M;
