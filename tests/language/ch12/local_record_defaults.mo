// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: y = 8 +- 1e-6
model M "a default of a record's field names other fields of the same variable"
  record R Real a = 1; Real b = 2*a; end R;
  function f input Real u; output Real y; protected R r(a = u); algorithm y := r.a + r.b - 1; end f;
  parameter Real y = f(3);
end M;
