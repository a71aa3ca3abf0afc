// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0014]
model M
  connector C Real v; flow Real i; end C;
  C a, b;
algorithm
  connect(a, b);
end M;
