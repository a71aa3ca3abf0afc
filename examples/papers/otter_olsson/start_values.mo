// M. Otter, H. Olsson: New Features in Modelica 2.0 (2002).
// A mixed initial condition (a start value and a rest), reductions, array constructors, iterators.
// RUN: causeway simulate %s -o %t.csv --stop 2 --tolerance 1e-9
// VALUE: %t.csv x2(0) = 0 +- 1e-12
// VALUE: %t.csv der(x1)(0) = -1 +- 1e-12
// VALUE: %t.csv x1(2) = 0.1353352832 +- 1e-7
// FINAL: %t.csv ten = 55 +- 0
// FINAL: %t.csv squares = 95 +- 0
// FINAL: %t.csv largest = 49 +- 0
// FINAL: %t.csv both = 0 +- 0
// FINAL: %t.csv resistance = 2 +- 1e-15
model StartValues "x1 has a start value, x2 begins at rest"
  Real x1(start = 1, fixed = true), x2;
  Integer ten = sum(i for i in 1:10);
  Real squares = sum(i^2 for i in {1, 3, 7, 6});
  Real largest = max(i^2 for i in {3, 7, 6});
  Real both = sum(i^2 for i in 1:10) - sum(diagonal(1:10)^2);
  parameter Integer n = 5 "Segments of a line";
  parameter Real Re = 2/n;
  parameter Real R[n + 1] = vector([Re/2; fill(Re, n - 1); Re/2]) "Half at the ends";
  Real resistance = sum(R);
initial equation
  der(x2) = 0;
equation
  der(x1) = -x1 + x2;
  der(x2) = -x2;
end StartValues;
