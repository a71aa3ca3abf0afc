// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 2 +- 1e-6
// FINAL: m = 1 +- 1e-6
model M
  Boolean b = time > 0.3 and time < 0.6;
  Integer n(start = 0, fixed = true);
  Integer m(start = 0, fixed = true);
equation
  when change(b) then
    n = pre(n) + 1;
  end when;
  when edge(b) then
    m = pre(m) + 1;
  end when;
end M;
