// RUN: causeway flatten %s
// CHECK: parameter Real world.g = 9.81;
model World parameter Real g = 9.81; end World;
model M
  model A outer World world; Real x = world.g; end A;
  A a;
end M;
