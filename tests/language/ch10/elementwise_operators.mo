// RUN: causeway simulate %s -o %t.csv
// FINAL: a[2] = 8 +- 1e-6
// FINAL: b[2] = 0.5 +- 1e-6
// FINAL: c[2] = 16 +- 1e-6
// FINAL: d[1] = 3 +- 1e-6
model M
  Real a[2] = {1, 2} .* {3, 4};
  Real b[2] = {1, 2} ./ {3, 4};
  Real c[2] = {1, 2} .^ 4;
  Real d[2] = {1, 2} .+ 2;
end M;
