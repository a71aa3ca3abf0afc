// Endless recursion while a size is computed, during translation.
// RUN: causeway simulate %s -o /dev/null
// EXIT: 2
// CHECK: error[INST0664]: calls of EndlessSize.f are nested too deeply during translation
model EndlessSize
  function f
    input Integer x;
    output Integer y;
  algorithm
    y := f(x + 1);
  end f;
  parameter Integer n = f(1);
  Real y[n] = fill(time, n);
end EndlessSize;
