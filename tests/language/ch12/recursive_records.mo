// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: y = 7 +- 1e-6
model M
  record P Real a; Real b; end P;
  function swap input P p; output P q; algorithm q := P(p.b, p.a); end swap;
  function use input P p; output Real y; protected P q; algorithm q := swap(p); q.b := q.b + 1; y := 2*q.a + q.b; end use;
  parameter Real y = use(P(1 + 1, 2));
end M;
