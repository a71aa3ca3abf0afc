// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: a = 5 +- 0
// FINAL: x = 3 +- 1e-6
// FINAL: q = 1 +- 0
model M
  Integer a;
  Real x;
  Boolean q;
equation
  der(x) = 1;
  when initial() then
    a = 5;
    reinit(x, 2);
  end when;
  q = initial() or pre(q);
end M;
