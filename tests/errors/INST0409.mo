// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0409]: 'x' has more elements than a model can have
model INST0409
  Real x[3000000000];
end INST0409;
