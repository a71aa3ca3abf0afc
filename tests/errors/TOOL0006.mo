// RUN: causeway flatten %s -o nowhere/x.dae
// EXIT: 1
// CHECK: error[TOOL0006]: cannot write nowhere/x.dae: No such file or directory
model M
  Real x = time;
end M;
