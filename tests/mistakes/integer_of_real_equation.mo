// An Integer in an equation of Reals: no equation too many, but one of another type.
// RUN: causeway check %s
// EXIT: 3
// CHECK: error[SYM0401]
// CHECK: hint: workers is an Integer, which an equation of Reals does not determine: give it integer(...) of the other side, or declare it as Real
model IntegerOfRealEquation
  Integer workers;
  Real load = 10*time;
equation
  workers = load/3;
end IntegerOfRealEquation;
