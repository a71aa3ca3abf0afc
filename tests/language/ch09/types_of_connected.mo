// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0094]
model M
  connector In = input Boolean;
  connector Out = output Real;
  block A Out y = 3; end A;
  block B In u; end B;
  A a;
  B b;
equation
  connect(a.y, b.u);
end M;
