// An external function with arrays that are results, locals and arguments, all of sizes known only from its inputs: names in the
// generated code do not clash.
// REQUIRES: tool cc
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: w[1] = -1 +- 1e-9
// FINAL: w[2] = -3 +- 1e-9
model ExternalLocalAndArgument
  function eigenvalues "of a small matrix, real parts"
    input Real A[:, size(A, 1)];
    output Real re[size(A, 1)];
    output Real im[size(A, 1)];
    output Integer info;
  protected
    Integer n = size(A, 1);
    Integer lwork = 8*n;
    Real work[8*size(A, 1)];
    Real B[size(A, 1), size(A, 1)] = A;
    Real left[size(A, 1), size(A, 1)];
    external "FORTRAN 77" dgeev("N", "N", n, B, n, re, im, left, n, left, n, work, lwork, info)
      annotation(Library = "lapack");
  end eigenvalues;
  function first
    input Real A[:, :];
    output Real re[size(A, 1)];
  algorithm
    (re, , ) := eigenvalues(A);
  end first;
  parameter Real A[2, 2] = {{-1, 2}, {0, -3}};
  Real w[2] = first(time*A);
end ExternalLocalAndArgument;
