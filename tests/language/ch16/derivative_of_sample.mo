// RUN: causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: error[SYM0301]: index reduction must differentiate this equation, but a clocked value that comes from sample
model DerivativeOfSample
  Real x = sample(time, Clock(Clock(1, 10), "ImplicitEuler"));
  Real y = der(x);
end DerivativeOfSample;
