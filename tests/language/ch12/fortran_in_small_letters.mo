// The language of an external function in small letters: the same language.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: x[1] = 2 +- 1e-9
// FINAL: x[2] = 4 +- 1e-9
model FortranInSmallLetters
  function scale "x := a*x"
    input Real a;
    input Real x[:];
    output Real y[size(x, 1)] = x;
  protected
    Integer n = size(x, 1);
    Integer one = 1;
    external "Fortran 77" dscal(n, a, y, one)
      annotation(Library = "lapack");
  end scale;
  Real x[2] = scale(2, {time, 2*time});
end FortranInSmallLetters;
