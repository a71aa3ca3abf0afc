// StateSelect.always that cannot be met is an error that names the constraint and the rival.
// RUN: causeway simulate %s -o /dev/null
// EXIT: 3
// CHECK: always_conflict.mo:{{\d+}}:8: error[SYM0302]: y has stateSelect = StateSelect.always, but constraints determine it from other states
// CHECK: note: it is determined by y = 3.0*x + 1.0
// CHECK: note: x has stateSelect = StateSelect.always too
// CHECK: hint: use StateSelect.prefer
// RUN: sed 's/y(stateSelect = StateSelect.always)/y(stateSelect = StateSelect.prefer)/' %s > prefer.mo; causeway explain prefer.mo --why x --why y
// CHECK: is a state: stateSelect = StateSelect.always
// CHECK: is no state although it is differentiated
// RUN: sed 's/der(y) = -2\*y - f;/der(x) = -f;/; s/y = 3\*x + 1/y = sin(time)/' %s > algebraic.mo; causeway simulate algebraic.mo -o /dev/null
// EXIT: 3
// CHECK: error[SYM0302]: y has
// CHECK: it is determined by y = sin(time)
model Conflict
  Real x(start = 1, stateSelect = StateSelect.always);
  Real y(stateSelect = StateSelect.always), f;
equation
  der(x) = -x + f;
  der(y) = -2*y - f;
  y = 3*x + 1;
end Conflict;
