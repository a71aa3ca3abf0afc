// noEvent in the condition of a when: the relation makes events nevertheless.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[FLAT0061]: noEvent in the condition of when
// FINAL: n = 1 +- 1e-9
// FINAL: at = 0.5 +- 1e-6
// FINAL: k = 1 +- 1e-9
// RUN: causeway check --strict %s
// EXIT: 2
model M
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
  Real at(start = 0, fixed = true);
  Integer k(start = 0, fixed = true);
equation
  der(x) = -1;
  when noEvent(x < 0.5) then
    n = pre(n) + 1;
    at = time;
  end when;
  when {not noEvent(x > 0.25) and time < 2, x < -1} then
    k = pre(k) + 1;
  end when;
end M;
