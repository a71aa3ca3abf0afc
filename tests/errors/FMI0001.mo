// A function of a library that the system has: there is no C of it to pack.
// RUN: causeway fmu %s -o %t.fmu --sources
// EXIT: 3
// CHECK: error[FMI0001]: Sum cannot be exported with sources: there are none of dasum_, which is in lib
model Sum
  function sum_of
    input Real x[:];
    output Real y;
    external "FORTRAN 77" y = dasum(size(x, 1), x, 1) annotation(Library = "blas");
  end sum_of;
  Real x(start = 1, fixed = true);
equation
  der(x) = -sum_of({x, x});
end Sum;
