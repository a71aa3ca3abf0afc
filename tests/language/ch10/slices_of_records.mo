// RUN: causeway simulate %s -o %t.csv
// FINAL: a = 4 +- 0
// FINAL: b[2] = 2 +- 0
// FINAL: c = 3 +- 0
// FINAL: d[2,2] = 21 +- 0
// FINAL: e = 9 +- 0
// FINAL: f[1] = 11 +- 0
model M
  record R Real x; Real v[2]; end R;
  R r[3] = {R(i, {10 * i, 10 * i + 1}) for i in 1:3};
  Real a = r[end].x + r[1].x;
  Real b[2] = r[1:2].x;
  Real c = size(r.v, 1) * (if size(r.v, 2) == 2 then 1 else 0);
  Real d[3, 2] = r.v .+ 0;
  parameter Integer idx[2] = {3, 1};
  Real e = sum(r[idx].x) + 5;
  Real f[2] = r[1].v[{2, 1}];
end M;
