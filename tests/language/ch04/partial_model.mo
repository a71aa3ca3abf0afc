// RUN: causeway simulate %s
// EXIT: 2
// CHECK: error[INST0105]
partial model M
end M;
