// RUN: causeway check %s
// EXIT: 2
// CHECK: did you mean 'Resistor'?
model M
  model Resistor end Resistor;
  Resitor r;
end M;
