// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0569]
model M
  type E = enumeration(one, two);
  parameter E e = E(3);
end M;
