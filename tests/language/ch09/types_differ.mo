// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0094]
connector C1 Real e; flow Real f; end C1;
connector C2 Integer e; flow Real f; end C2;
model A C1 c; end A;
model B C2 c; end B;
model M
  A a;
  B b;
equation
  connect(a.c, b.c);
end M;
