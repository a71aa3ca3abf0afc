// RUN: causeway simulate %s -o %t.csv --stop 1 --start -0.05
// VALUE: %t.csv before(0) = 2 +- 0
// VALUE: %t.csv before(0.1) = 3 +- 0
// VALUE: %t.csv h.x(0.5) = 0.45 +- 1e-9
// VALUE: %t.csv h.k(0.5) = 1 +- 0
// VALUE: %t.csv h.k(0.6) = 2 +- 0
// VALUE: %t.csv e(0.6) = 3 +- 0
// Clocked Strings with start values, records and enumerations.
model StringsAndRecords
  type E = enumeration(a, b, c);
  record R Real x; Integer k; E e; end R;
  String s(start = "abc"), p, q = hold(p);
  Integer n(start = 0);
  Integer before = if q == "" then 1 elseif q == "abc" then 2 else 3;
  R r(x = time, k = if time > 0.5 then 2 else 1, e = if time > 0.5 then E.c else E.b), c = sample(r, Clock(1, 10)), h = hold(c);
  Integer e = Integer(h.e);
equation
  when Clock(1, 10) then
    n = previous(n) + 1;
    s = "k" + String(n);
    p = previous(s);
  end when;
end StringsAndRecords;
