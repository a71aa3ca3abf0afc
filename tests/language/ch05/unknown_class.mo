// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0112]: there is no class named 'Resitor' here
model M
  model Resistor end Resistor;
  Resitor r;
end M;
