// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0520]
model M
  type E = enumeration(a, b);
  type F = enumeration(c, d);
  Boolean b = E.a == F.c;
end M;
