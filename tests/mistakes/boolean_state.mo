// RUN: causeway check %s
// EXIT: 2
// CHECK: boolean_state.mo:9:7: error[INST0540]: argument 1 of der must be a Real expression, found Boolean
model M "a height that was declared as a Boolean"
  Boolean h(start = true, fixed = true);
  Real v(start = 0, fixed = true);
  Boolean up = v >= 0 and h;
equation
  der(h) = v;
  der(v) = -10;
end M;
