// A root whose argument becomes negative ends the run: every method names it, not its step size.
// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: the argument of sqrt is -{{.*}}it must not be negative
// RUN: causeway simulate %s -o %t.csv --solver esdirk4
// EXIT: 5
// CHECK: the argument of sqrt is -
// RUN: causeway simulate %s -o %t.csv --solver dopri5
// EXIT: 5
// CHECK: argument of sqrt is -
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -sqrt(x) - 0.5;
  annotation (experiment(StopTime = 3));
end M;
