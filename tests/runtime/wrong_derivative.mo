// RUN: causeway simulate %s -o %t.csv --stop 5 --tolerance 1e-6 --solver cvode
// FINAL: %t.csv x = -0.61118631 +- 2e-5
// CHECK: wrong_derivative.mo:{{\d+}}:{{\d+}}: warning[RT0099]: at time {{[^ ]*}} d(der(x)) by x is -10000 by formula, -1 by differences
// RUN: causeway simulate %s -o %t.2.csv --stop 5 --tolerance 1e-6 --solver ida
// FINAL: %t.2.csv x = -0.61118631 +- 2e-5
// RUN: sed 's/1e4\*du/du/' %s > right.mo; causeway simulate right.mo -o %t.3.csv --stop 5 2> right.txt; if grep RT0099 right.txt; then exit 1; fi
// A function that is named as derivative of another and is not makes no wrong results: the matrices of the corrector are compared with
// differences.  x' = sin(t) - x with x(0) = 1 is x = 1.5*exp(-t) + (sin(t) - cos(t))/2.
package WrongDerivative
  function f
    input Real u;
    output Real y;
  algorithm
    y := 0;
    for i in 1:4 loop
      y := y + 0.25*u;
    end for;
    annotation(derivative = f_der);
  end f;
  function f_der
    input Real u;
    input Real du;
    output Real dy;
  algorithm
    dy := 1e4*du; // should be du
  end f_der;
  model Test
    Real x(start = 1, fixed = true);
  equation
    der(x) = sin(time) - f(x);
  end Test;
end WrongDerivative;
