// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 5 +- 1e-6
model M
  Integer n(start = 0, fixed = true);
equation
  when sample(0.1, 0.2) then
    n = pre(n) + 1;
  end when;
end M;
