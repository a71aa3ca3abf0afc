// RUN: causeway check %s
// EXIT: 2
// CHECK: t_for_time.mo:6:16: error[INST0502]: t is not declared here
// CHECK: hint: what runs from the start to the end is called time
model M
  Real x = sin(t);
end M;
