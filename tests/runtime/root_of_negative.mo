// A root of a negative number that no condition keeps away is an error as before.
// RUN: causeway simulate %s -o %t.csv --stop 4
// EXIT: 5
// CHECK: the argument of sqrt is
model RootOfNegative
  Real x(start = 1, fixed = true);
  Real b = if x > -5 then sqrt(x) else 0;
equation
  der(x) = -0.7 - 0*b;
end RootOfNegative;
