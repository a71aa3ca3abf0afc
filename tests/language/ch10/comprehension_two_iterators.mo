// {e for i in u, j in v} is {{e for i in u} for j in v} (10.4.1.2).
// RUN: causeway simulate %s -o %t.csv
// FINAL: a[2,1] = 21 +- 0
// FINAL: b[2,3] = 23 +- 0
model M
  Real a[2, 3] = {10 * j + i for i in 1:3, j in 1:2};
  Real b[2, 3] = {{10 * j + i for i in 1:3} for j in 1:2};
end M;
