// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0611.mo:5:18: error[INST0611]: time is not known during translation
model M
  Real x[integer(time)];
end M;
