// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 0 +- 1e-6
// FINAL: m = 1 +- 1e-6
model M
  Integer n(start = 0);
  Integer m(start = 0);
equation
  n = if initial() then 1 else 0;
  when terminal() then
    m = pre(m) + 1;
  end when;
end M;
