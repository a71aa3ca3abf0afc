// Endless recursion ends with an error that names the function, whatever compiler makes the code.
// REQUIRES: tool cc
// RUN: causeway simulate %s -o /dev/null --compile tcc
// EXIT: 4
// CHECK: calls are nested too deeply (endless recursion?) in function EndlessRecursion.f
// RUN: causeway simulate %s -o /dev/null --compile cc
// EXIT: 4
// CHECK: calls are nested too deeply (endless recursion?) in function EndlessRecursion.f
model EndlessRecursion
  function f
    input Real x;
    output Real y;
  algorithm
    y := f(x + 1);
  end f;
  Real y = f(time);
end EndlessRecursion;
