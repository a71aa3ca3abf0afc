// A model that needs the derivative of its own input: it is named.
// RUN: causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: error[SYM0402]
// CHECK: input_derivative.mo:8:{{.*}}note: the model needs the derivative of its input phi, which is not known from outside
// CHECK: hint: give the input an equation
model InputDerivative
  input Real phi(start = 0);
  Real w, tau;
  parameter Real J = 2;
equation
  w = der(phi);
  J*der(w) = tau - 9.81*sin(phi);
end InputDerivative;
