// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 1 +- 1e-6
model M
  Integer n(start = 0, fixed = true);
equation
  when time > 0.5 then
    n = pre(n) + 1;
  end when;
end M;
