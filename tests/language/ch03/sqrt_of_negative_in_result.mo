// A value that only results need: 3.7.3 wants the argument of sqrt not to be negative.
// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: sqrt_of_negative_in_result.mo:8:10: error[RT0060]: the simulation stopped at time 0.5: 'y' is not a finite number: the argument of sqrt is -0.3, it must not be negative
// VALUE: %t.csv y(0.4) = 1 +- 1e-12
model SqrtOfNegative
  Real x(start = 1, fixed = true);
  Real y = if time > 0.5 then sqrt(0.2 - time) else 1;
equation
  der(x) = -x;
end SqrtOfNegative;
