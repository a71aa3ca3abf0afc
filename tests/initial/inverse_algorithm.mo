// A condition on a result of an algorithm, or of a call with several results, finds what these are computed from.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv x(0) = 0.2013579207903 +- 1e-9
// VALUE: %t.csv u(0) = 3 +- 1e-9
// VALUE: %t.csv p(1) = 0.5 +- 1e-9
// VALUE: %t.csv square(0) = 9 +- 1e-9
model InverseAlgorithm
  function powers
    input Real u;
    output Real square;
    output Real cube;
  algorithm
    square := u^2;
    for i in 1:1 loop
      cube := u^3;
    end for;
  end powers;
  Real x, y, z;
  Real u(start = 1), square, cube;
  parameter Real p(fixed = false, start = 1);
  Real q, r;
initial equation
  y = 0.2;
  cube = 27;
  q = 2;
equation
  der(x) = y;
  der(u) = -u;
  (square, cube) = powers(u);
algorithm
  y := sin(x);
  z := y;
algorithm
  q := 1/p + x - x;
  r := q;
end InverseAlgorithm;
