// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0094]
connector C Real e; flow Real f; constant Real k; end C;
model A C c(k = 1); end A;
model B C c(k = 2); end B;
model M
  A a;
  B b;
equation
  connect(a.c, b.c);
end M;
