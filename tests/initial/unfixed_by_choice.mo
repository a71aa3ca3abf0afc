// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[SYM0103]
// FINAL: %t.csv a = 5 +- 1e-12
// RUN: causeway simulate %s -p byPoint=false -o %t.2.csv
// FINAL: %t.2.csv a = 3 +- 0
// A value beside a fixed that hangs on a choice is for the case that fixed is true.
model UnfixedByChoice
  parameter Boolean byPoint = true annotation(Evaluate = true);
  parameter Real m = 10, d = 2;
  parameter Real a(fixed = if byPoint then false else true, start = 1) = 3;
  Real x = a*time;
initial equation
  if byPoint then
    m = a*d;
  end if;
end UnfixedByChoice;
