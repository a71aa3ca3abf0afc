// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0137]: two solver methods meet in this partition: 'ExplicitEuler' and 'ImplicitEuler' (MLS 16.8.3)
model TwoMethodsMeet
  Real x(start = 3);
equation
  der(x) = sample(1, Clock(Clock(1, 10), solverMethod = "ExplicitEuler")) + sample(1, Clock(Clock(1, 10), solverMethod = "ImplicitEuler"));
end TwoMethodsMeet;
