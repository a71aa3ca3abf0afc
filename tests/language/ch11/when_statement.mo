// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 2 +- 1e-6
model M
  Integer n(start = 0, fixed = true);
algorithm
  when {time > 0.3, time > 0.6} then
    n := pre(n) + 1;
  end when;
end M;
