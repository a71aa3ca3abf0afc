// when-statements that write the same variables, one behind the other.
// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 2 +- 0
// FINAL: y = 1.5 +- 1e-05
model WhenAlgorithm
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real y(start = 0, fixed = true);
algorithm
  when x > 0.5 then
    n := pre(n) + 1;
    y := x;
  end when;
  when x > 0.75 then
    y := y + 1;
    n := n + 1;
  end when;
equation
  der(x) = 1;
end WhenAlgorithm;
