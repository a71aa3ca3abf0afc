// Three wheels on a weak axis: two frequencies and the turning of the whole.
// RUN: causeway linearize %s
// CHECK: 0.256077 Hz
// CHECK: 0.143344 Hz
model WeakAxis
  parameter Real J[3] = {1, 1, 1}, c[2] = {0.7, 1};
  input Real torque;
  Real phi[3](each start = 0, each fixed = true), w[3](each start = 0, each fixed = true);
  Real spring[2] = c.*(phi[2:3] - phi[1:2]);
equation
  der(phi) = w;
  J.*der(w) = {torque + spring[1], spring[2] - spring[1], -spring[2]};
end WeakAxis;
