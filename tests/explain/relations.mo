// A relation that makes events is shown as it was written, with the parentheses it needs; a misspelt name gets the nearest one.
// RUN: causeway explain %s --computes y --depends n
// CHECK: reads x > limit, pre(x > limit), sample(0.5, 0.25), pre(sample(0.5, 0.25)), pre(n)
// CHECK: depends on the states x
// CHECK: on the events sample(0.5, 0.25), x > limit
// CHECK: y := real(if x > limit and not x < 2.0*limit then 1 else 2)
// RUN: causeway explain %s --why limmit
// EXIT: 1
// CHECK: hint: did you mean limit?
// RUN: causeway explain %s --incidence
// CHECK: x > limit
model Relations
  parameter Real limit = 1;
  Real x(start = 0, fixed = true);
  Real y;
  discrete Integer n(start = 0, fixed = true);
equation
  der(x) = 1 + 0.1*y;
  y = if x > limit and not x < 2*limit then 1 else 2;
  when {x > limit, sample(0.5, 0.25)} then
    n = pre(n) + 1;
  end when;
end Relations;
