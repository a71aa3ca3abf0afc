// RUN: causeway format %s
// EXIT: 2
// CHECK: error[SYN0003]: this string is not closed
// CHECK-NOT: SYN0001
// CHECK-NOT: SYN0012
model UnclosedString
  parameter String s = "open;
end UnclosedString;
