// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0914]
model M
  type E = enumeration(a, b, a);
  E e = E.a;
end M;
