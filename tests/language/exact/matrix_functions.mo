// Functions of matrices and reductions, also over nothing.
// RUN: causeway simulate %s -o %t.csv
// FINAL: B[1,2] = 7 +- 0
// FINAL: B[2,3] = 5 +- 0
// FINAL: C[1,1] = 89 +- 0
// FINAL: o[2,3] = 12 +- 0
// FINAL: tr = 6 +- 0
// FINAL: sk[1,2] = -3 +- 0
// FINAL: x[3] = 1 +- 0
// FINAL: l[4] = 0.75 +- 0
// FINAL: sy[2,1] = 2 +- 0
// FINAL: ct[2,3] = 7 +- 0
// FINAL: p = 24 +- 0
// FINAL: mn = 1 +- 0
// FINAL: dt = 32 +- 0
// FINAL: id[1,2] = 0 +- 0
// FINAL: ms = 6 +- 0
// FINAL: pr = 1 +- 0
// FINAL: sm = 0 +- 0
// FINAL: vv[1] = 0.75 +- 0
// FINAL: vv[2] = 4 +- 0
model MatrixFunctions
  Real A[3, 3] = [4, 1, 0; 1, 3, time; 0, 1, 2];
  Real B[3, 3] = A*transpose(A);
  Real C[2, 2] = [1, 1; 1, 0]^10;
  Real o[3, 3] = outerProduct({1, 2, 3}, {4, 5, 6});
  Real tr = sum(diagonal({1, 2, 3}));
  Real sk[3, 3] = skew({1, 2, 3});
  Real x[3] = cross({1, 0, 0}, {0, 1, 0});
  Real l[5] = linspace(0, 1, 5);
  Real sy[2, 2] = symmetric([1, 2; 3, 4]);
  Real ct[2, 4] = cat(2, [1, 2; 3, 4], [5, 6; 7, 8]);
  Real p = product({2, 3, 4});
  Real mn = min([3, 1; 2, 5]);
  Real dt = {1, 2, 3}*{4, 5, 6};
  Real id[2, 2] = identity(2);
  Real ms = max(i*(5 - i) for i in 1:4);
  Real pr = product(i for i in 1:0), sm = sum(i for i in 1:0), mmn = min(i for i in 1:0);
  Real vv[2] = {1, 2} .* {3, 4} ./ {2, 2} .^ {2, 1};
end MatrixFunctions;
