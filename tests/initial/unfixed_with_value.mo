// A value beside fixed = false, in one declaration, is what the parameter is solved from (MLS 8.6): another condition must agree.
// RUN: causeway simulate %s UnfixedWithValue -o %t.csv
// EXIT: 4
// CHECK: unfixed_with_value.mo:14:3: error[RT0043]: too many conditions are given at the start, and they disagree: p = 4.0 does not hold, 2 is not 4
// CHECK: unfixed_with_value.mo:11:{{.*}}note: this follows from the equations of the model and from p = 2.0
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
model Agreeing
  parameter Real p(fixed = false) = 2;
  parameter Real q(fixed = false);
initial equation
  p = 2;
  q = 3*p;
end Agreeing;
