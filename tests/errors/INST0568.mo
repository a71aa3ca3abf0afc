// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0568.mo:6:9: error[INST0568]: E(i) needs one Integer
model M
  type E = enumeration(a, b);
  E e = E(1.5);
end M;
