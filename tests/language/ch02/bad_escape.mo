// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[SYN0005]
model M
  parameter String s = "100\%";
end M;
