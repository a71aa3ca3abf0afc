// A derivative that steps at samples.
// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 2 +- 1e-06
model StepsOfSlope
  Real x(start = 1, fixed = true);
  discrete Real d(start = 0, fixed = true);
  Real y = d*x;
equation
  der(x) = d;
  when sample(0.25, 0.5) then
    d = pre(d) + 1;
  end when;
end StepsOfSlope;
