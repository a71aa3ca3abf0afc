// A functional input given on, by its name and as a partial application of it: both are the function that came in.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: z = 110 +- 1e-12
// FINAL: w = 110 +- 1e-12
model FuncPtr
  partial function pf
    input Real u;
    output Real y;
  end pf;
  function twice
    input Real u;
    output Real y;
  algorithm
    y := 2*u;
  end twice;
  function apply
    input pf f;
    input Real u;
    output Real y;
  algorithm
    y := f(u);
  end apply;
  function apply2
    input pf f;
    input Real u;
    output Real y;
  algorithm
    y := 100 + apply(function f(), u);
  end apply2;
  Real z = apply2(function twice(), 4 + time);
  Real w = apply2(twice, 4 + time);
end FuncPtr;
