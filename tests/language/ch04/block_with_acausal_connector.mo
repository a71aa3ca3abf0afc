// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0937]
model M
  connector C Real v; flow Real i; end C;
  block B
    C c;
  equation
    c.v = 1;
  end B;
  B b;
end M;
