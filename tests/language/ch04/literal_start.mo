// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0913]
model M
  type E = enumeration(start, b);
  E e = E.b;
end M;
