// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0635]
model M
equation
  sin(1);
end M;
