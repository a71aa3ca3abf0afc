// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[INST0595]: es is an enumeration and is given a number (MLS 4.9.5)
// CHECK: warning[INST0517]: dimension 1 of y is numbered by M.E, found Integer
// FINAL: es[3] = 3 +- 0
// FINAL: x = 2 +- 0
// FINAL: i = 3 +- 0
// FINAL: z = 5 +- 1e-12
// FINAL: u = 20 +- 1e-12
// FINAL: n = 32 +- 0
// FINAL: m = 6 +- 0
// FINAL: q = 1 +- 0
// FINAL: s = 1 +- 1e-12
// FINAL: t = 2 +- 1e-12
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0590]
// CHECK: error[INST0517]
// CHECK: error[INST0565]
// CHECK: error[INST0624]
model M
  type E = enumeration(a, b, c);
  function f
    input E e;
    input E v[:];
    output Integer i;
  algorithm
    i := Integer(e)*10 + Integer(v[1]);
  end f;
  function g
    input Integer full[:];
    output Integer n;
  protected
    E e;
  algorithm
    e := 2;
    n := sum(full) + e;
  end g;
  parameter Integer k = 3;
  parameter E es[3] = {1, 2, k};
  E x;
  Integer i;
  Real y[E] = {1, 2, 3}*time;
  Real z = y[2] + y[k];
  Real w[3] = {10, 20, 30};
  Real u = w[E.b];
  Integer n = f(k, {2, k});
  Integer m = g({E.a, E.c});
  Boolean q = x == 2;
  Real s, t;
algorithm
  i := E.c;
equation
  x = if time > 0.5 then 2 else 1;
  s = {time};
  {2*time} = t;
end M;
