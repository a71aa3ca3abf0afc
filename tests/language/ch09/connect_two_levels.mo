// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0643]
model M
  connector C Real e; flow Real f; end C;
  model A C c; equation c.e = 1; end A;
  model B A a; end B;
  B b, d;
equation
  connect(b.a.c, d.a.c);
end M;
