// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0520]
model M
  type E = enumeration(a, b);
  Integer n = E.a + 1;
end M;
