// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: a[2] = 6 +- 1e-6
// FINAL: b[1] = 3 +- 1e-6
// FINAL: c[2] = 0.5 +- 1e-6
// FINAL: d[2] = 9 +- 1e-6
model M
  Real a[2] = {2, 3}.*{1, 2};
  Real b[2] = 2 .+ {1, 2};
  Real c[2] = 1 ./ {1, 2};
  Real d[2] = {2, 3}.^2;
end M;
