// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0940]
model A
  replaceable block B input Real u; output Real y = u; end B;
  B b(u = 1);
end A;
model M
  block C output Real u = 1; output Real y = 2; end C;
  A a(redeclare block B = C);
end M;
