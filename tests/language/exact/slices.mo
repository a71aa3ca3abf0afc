// Slices with strides, falling ranges, end, empty ones, vectors of subscripts.
// RUN: causeway simulate %s -o %t.csv
// FINAL: b[1] = 21 +- 0
// FINAL: b[3] = 25 +- 0
// FINAL: c[1] = 25 +- 0
// FINAL: c[3] = 21 +- 0
// FINAL: d[1,1] = 16 +- 0
// FINAL: d[2,2] = 42 +- 0
// FINAL: d[1,2] = 12 +- 0
// FINAL: e[2] = 46 +- 0
// FINAL: s = 120 +- 0
// FINAL: n = 0 +- 0
// FINAL: t = 144 +- 0
// FINAL: w[3] = 3 +- 0
model Slices
  Real A[4, 6] = {{10*i + j for j in 1:6} for i in 1:4};
  Real b[3] = A[2, 1:2:5];
  Real c[3] = A[2, 5:-2:1];
  Real d[2, 2] = A[{1, 4}, {6, 2}];
  Real e[2] = A[3:4, end];
  Real s = sum(A[:, end - 1]);
  Real v[0] = A[1, 3:2];
  Real n = size(v, 1), t = sum(A[1:2:end, 2:2:end]);
  Real w[3];
equation
  w[1:2:3] = {1, 3};
  w[2] = time;
end Slices;
