// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: v[3] = 9 +- 1e-6
// FINAL: m[3,2] = 23 +- 1e-6
// FINAL: s = 14 +- 1e-6
// FINAL: p = 24 +- 1e-6
model M
  Real v[3] = {i^2 for i in 1:3};
  Real m[3, 2] = {10*i + j for i in 1:2, j in 1:3}; // {{10*i + j for i in 1:2} for j in 1:3}, 10.4.1.1
  Real s = sum(i*i for i in 1:3);
  Real p = product(i for i in 1:4);
end M;
