// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0901]
connector C
  Real v;
  flow Real i;
equation
  v = 1;
end C;
model M
  C c;
end M;
