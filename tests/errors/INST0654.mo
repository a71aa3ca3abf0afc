// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0654.mo:5:13: error[INST0654]: initial has no value during translation
model M
  Real x[if initial() then 2 else 3];
end M;
