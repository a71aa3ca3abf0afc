// LAPACK ends the process, with exit code 0, where an argument is wrong; here it returns and says which one.
// RUN: causeway simulate %s -o %t.csv
// FINAL: info = -7 +- 0
// FINAL: again = -7 +- 0
model LapackArgument
  function solve
    input Real A[:, size(A, 1)];
    input Integer rows;
    output Integer info;
  protected
    Real work[size(A, 1), size(A, 1)] = A;
    Real x[size(A, 1)] = ones(size(A, 1));
    Integer pivots[size(A, 1)];
  external "FORTRAN 77" dgesv(size(A, 1), 1, work, size(A, 1), pivots, x, rows, info);
    annotation(Library = {"lapack"});
  end solve;
  constant Integer info = solve([1, 2; 3, 4], 0);
  Integer again = solve([1, 2; 3, 4 + (if time > 0.5 then 1 else 0)], 0);
end LapackArgument;
