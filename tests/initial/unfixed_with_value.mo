// A value beside fixed = false, in one declaration, is what the parameter is solved from (MLS 8.6): another condition must agree.
// By the letter; libraries mean a guess by it, and without --strict the other condition wins, which is said.
// RUN: causeway simulate %s UnfixedWithValue -o %t.csv --strict
// EXIT: 4
// CHECK: unfixed_with_value.mo:{{.*}}: error[RT0043]: too many conditions are given at the start, and they disagree: p = 4.0 does not hold, 2 is not 4
// CHECK: unfixed_with_value.mo:{{.*}}note: this follows from the equations of the model and from p = 2.0
// RUN: causeway simulate %s UnfixedWithValue -o %t.1.csv
// CHECK: unfixed_with_value.mo:{{.*}}warning[SYM0103]: p has fixed = false and is determined by initial equations: its value p = 2.0 is not used
// FINAL: %t.1.csv p = 4 +- 0
// The value is what iteration begins with.
// RUN: causeway simulate %s Sought -o %t.3.csv
// FINAL: %t.3.csv p = 2.5 +- 1e-9
// RUN: causeway simulate %s Agreeing -o %t.2.csv
// FINAL: %t.2.csv p = 2 +- 0
// FINAL: %t.2.csv q = 6 +- 0
model UnfixedWithValue
  // the value counts
  parameter Real p(fixed = false) = 2;
  Real x = p*time;
initial equation
  p = 4;
end UnfixedWithValue;
model Sought
  parameter Real p(fixed = false) = 2;
  Real x(start = 0, fixed = true) = (p - 2.5)*(p + 1)*(p - 0.1);
end Sought;
model Agreeing
  parameter Real p(fixed = false) = 2;
  parameter Real q(fixed = false);
initial equation
  p = 2;
  q = 3*p;
end Agreeing;
