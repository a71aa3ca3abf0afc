// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0407]
model M
  type E = enumeration(a, b);
  type F = enumeration(b, c);
  model A outer F g; end A;
  inner E g = E.a;
  A a;
end M;
