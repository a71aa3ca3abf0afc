// Why a mode has no solution was found at the start, and is told when it is met.
// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: error[MODE0001]: at time {{.*}} the model changes to a mode whose equations cannot be solved
// CHECK: note: the model is over-determined here: 1 equations for 0 variables
// CHECK: note: the mode after: not off
model SaidLater "a diode whose current is given while it conducts"
  parameter Real R = 1, L = 1, V = 1;
  Real i(start = 0), v, s;
  Boolean off = s < 0;
equation
  V*sin(time) = v + R*i + L*der(i);
  v = if off then s else 0;
  i = if off then 0 else 2;
end SaidLater;
