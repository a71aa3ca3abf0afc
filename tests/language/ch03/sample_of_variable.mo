// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0552]
model M
  Real T = 0.1 + time;
  Boolean b = sample(0, T);
end M;
