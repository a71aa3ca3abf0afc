// A text given to a FORTRAN 77 function is the address of its letters, not the address of a pointer to them.
// RUN: causeway simulate %s -o %t.csv --stop 0
// FINAL: a = 1 +- 0
// FINAL: b = 0 +- 0
function same "are the first letters the same?"
  input String x;
  input String y;
  output Integer r;
  external "FORTRAN 77" r = lsame(x, y) annotation(Library = {"lapack", "blas"});
end same;

model FortranText
  parameter Integer a = same("A", "a");
  parameter Integer b = same("A", "b");
end FortranText;
