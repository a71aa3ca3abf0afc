// An import of a whole package that is missing is told once, not once for each name that it might have given.
// RUN: causeway check %s
// EXIT: 2
// CHECK: :10:10: error[INST0110]: import of 'Nowhere': there is no such name
// CHECK: hint: no library 'Nowhere' was found: causeway install Nowhere --from WHERE installs it
// CHECK-NOT: INST0112
// CHECK-NOT: INST0502
// CHECK-NOT: INST0572
model M
  import Nowhere.Parts.*;
  Basic.Resistor r;
  Real x = constant_of_it;
  Real y = function_of_it(x);
end M;
