// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYN0018]
connector C
  Real p;
  flow stream Real m;
end C;
model M
  C c;
end M;
