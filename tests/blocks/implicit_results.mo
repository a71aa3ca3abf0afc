// Functions with several, array or record results whose arguments hold their own results are solved, not evaluated once.
// RUN: causeway simulate %s ImplicitMultiOut -o %t.0.csv --stop 1
// FINAL: %t.0.csv x = 2 +- 1e-9
// FINAL: %t.0.csv y = 0 +- 1e-9
// RUN: causeway simulate %s ArrImplicit -o %t.1.csv --stop 1
// FINAL: %t.1.csv x[1] = 0.333333333333 +- 1e-9
// FINAL: %t.1.csv x[2] = 1 +- 1e-9
// RUN: causeway simulate %s ArrAlias -o %t.2.csv --stop 1
// FINAL: %t.2.csv y[1] = 0.333333333333 +- 1e-9
// FINAL: %t.2.csv x[2] = 0.333333333333 +- 1e-9
// RUN: causeway simulate %s RecImplicit -o %t.3.csv --stop 1
// FINAL: %t.3.csv r.a = 0.333333333333 +- 1e-9
// FINAL: %t.3.csv r.b = 0.333333333333 +- 1e-9
model ImplicitMultiOut
  function f
    input Real x;
    input Real y;
    output Real a;
    output Real b;
  algorithm
    a := x + y;
    b := x - y;
  end f;
  Real x, y;
equation
  (x, y) = f(time, 2*y + 1);
end ImplicitMultiOut;
model ArrImplicit
  function f
    input Real x[2];
    output Real y[2];
  algorithm
    y := {1 - 2*x[1], 3 - 2*x[2]};
    for i in 1:1 loop y[1] := y[1]; end for;
  end f;
  Real x[2];
equation
  x = f(x);
end ArrImplicit;
model ArrAlias
  function f
    input Real x[2];
    output Real y[2];
  algorithm
    for i in 1:2 loop y[i] := 1 - 2*x[i]; end for;
  end f;
  Real x[2], y[2];
equation
  x = f(y);
  x = y;
end ArrAlias;
model RecImplicit
  record R
    Real a; Real b;
  end R;
  function f
    input Real x;
    output R r;
  algorithm
    r.a := 1 - 2*x;
    r.b := x;
    for i in 1:1 loop r.b := x; end for;
  end f;
  R r;
equation
  r = f(r.a);
end RecImplicit;
