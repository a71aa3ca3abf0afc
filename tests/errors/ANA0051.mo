// RUN: causeway linearize %s --bode %t.svg
// EXIT: 1
// CHECK: error[ANA0051]: --bode: Closed has no inputs at its top
model Closed "nothing moves it from outside"
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Closed;
