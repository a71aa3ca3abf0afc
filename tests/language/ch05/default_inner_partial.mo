// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0401]
partial model World parameter Real g = 9.81; end World;
model M
  model A outer World world; Real x = world.g; end A;
  A a;
end M;
