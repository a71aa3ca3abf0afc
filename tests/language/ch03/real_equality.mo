// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0521]
model M "3.5: no == of continuous Reals outside functions"
  Boolean b = sin(time) == 0.0;
end M;
