// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 1 +- 1e-6
model M
  type E = enumeration(a, b);
  E e(start = E.b, fixed = true);
  Integer n;
equation
  when time > 0.5 then
    e = E.a;
  end when;
  n = Integer(e);
end M;
