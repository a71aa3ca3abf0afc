// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0093]
model M
  connector C Real v; flow Real i; end C;
  model A C c[2]; equation c[1].v = 1; c[2].v = 2; end A;
  model B C c[3]; equation c[1].i = 0; c[2].i = 0; c[3].i = 0; end B;
  A a;
  B b;
equation
  connect(a.c, b.c);
end M;
