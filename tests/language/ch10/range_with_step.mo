// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: v[3] = 5 +- 1e-6
// FINAL: w[2] = 0.5 +- 1e-6
// FINAL: n = 0 +- 1e-6
model M
  Real v[3] = 1:2:5;
  Real w[3] = 0:0.5:1;
  Real n = size(5:1, 1);
end M;
