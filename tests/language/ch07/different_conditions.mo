// RUN: causeway flatten %s
// CHECK: Real w[1].y;
model M
  model W parameter Boolean on = true; Real y = time if on; end W;
  W w[2](on = {true, false});
end M;
