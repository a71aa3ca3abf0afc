// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0112]
model M
  extends NoSuch;
end M;
