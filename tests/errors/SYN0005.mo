// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: SYN0005.mo:5:27: error[SYN0005]: '\m' is not an escape sequence
model M
  parameter String s = "C:\models";
end M;
