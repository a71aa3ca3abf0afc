// 10.3.4.1: over an empty range min is the greatest value of the type and max the least one, in equations and functions alike.
// RUN: causeway simulate %s -o %t.csv
// FINAL: a = 2147483647 +- 0
// FINAL: b = -2147483648 +- 0
// FINAL: c = 1.7976931348623157e308 +- 0
// FINAL: d = 2147483647 +- 0
// FINAL: s = 1 +- 0
// RUN: causeway fmu %s --kind me -o r.fmu --quiet && causeway simulate r.fmu --in-process --stop 1 -o r.csv
// FINAL: r.csv b = -2147483648 +- 0
model ReductionOfNothing
  parameter Integer n = 0;
  function f
    input Integer n;
    output Integer y;
  algorithm
    y := min(i for i in 1:n);
  end f;
  Integer a = min(i for i in 1:n), b = max(i for i in 1:n);
  Real c = min(1.0 * i for i in 1:n);
  Integer d = f(if time < 2 then 0 else 1);
  Integer s = sum(i for i in 1:n) + product(i for i in 1:n);
end ReductionOfNothing;
