// An input of a component that nothing gives a value is named first; one that is connected is not.
// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYM0402]: the model is under-determined: 6 variables have only 4 equations; 2 more needed
// CHECK: edit 1: give the input a.u a value: connect it, or bind it where its component is declared
// CHECK: edit 2: give the input c.u a value
// CHECK-NOT: give the input b.u
model Inputs
  connector RealInput = input Real;
  connector RealOutput = output Real;
  block Gain
    RealInput u;
    RealOutput y;
    parameter Real k = 2;
  equation
    y = k*u;
  end Gain;
  Gain a, b, c;
equation
  connect(a.y, b.u);
end Inputs;
