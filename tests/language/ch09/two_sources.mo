// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0095]
connector RO = output Real;
model A RO y = time; end A;
model M
  A a, b;
equation
  connect(a.y, b.y);
end M;
