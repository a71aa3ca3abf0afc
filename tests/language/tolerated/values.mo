// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[INST0595]: n is an Integer, its attribute is given a Real number (MLS 4.9.2)
// CHECK: warning[INST0595]: e is an enumeration and is given a number (MLS 4.9.5)
// CHECK: warning[INST0595]: p is no array and is given one of one element (MLS 6.7)
// FINAL: x = 2 +- 0
// FINAL: y = 3 +- 1e-12
// FINAL: b.c.v = 1 +- 1e-12
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0590]
// CHECK: error[INST0590]
model M
  type E = enumeration(a, b, c);
  model A
    parameter E e = 2;
    Integer x = Integer(e);
  end A;
  model P
    parameter Real p = {3};
  end P;
  connector C
    Real v;
    flow Real i;
  end C;
  block B "with a connector that is neither input nor output"
    C c;
  equation
    c.v = 1;
  end B;
  model N
    parameter Integer n[2](each min = 1.0) = {1, 2};
  end N;
  A a;
  P p;
  N n;
  B b;
  Integer x = a.x;
  Real y = p.p*time;
end M;
