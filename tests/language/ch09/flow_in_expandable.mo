// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0911]
model M
  expandable connector E flow Real f; end E;
  E e;
end M;
