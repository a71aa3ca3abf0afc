// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0112]: there is no class named 'paramter' here
// CHECK: did you mean the keyword 'parameter'?
model M
  paramter p;
  Real x = 1;
end M;
