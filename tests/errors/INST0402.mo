// RUN: causeway check %s
// EXIT: 0
// CHECK: INST0402.mo:8:3: warning[INST0402]: no 'inner world' is declared around this component: one with default values was added to the model
model World
  parameter Real g = 9.81;
end World;
model M
  outer World world;
  Real a = world.g;
end M;
