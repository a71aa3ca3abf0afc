// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0137]: two solver methods meet in this partition
// The example of 16.8.3: z is connected to partitions of different methods.
model MethodNotInferred
  Real x(start = 3) "Explicitly using ExplicitEuler";
  Real y "Explicitly using ImplicitEuler method";
  Real z;
equation
  der(x) = -x + sample(1, Clock(Clock(1, 10), solverMethod = "ExplicitEuler"));
  der(y) = subSample(x, 2) + sample(1, Clock(Clock(2, 10), solverMethod = "ImplicitEuler"));
  der(z) = subSample(x, 4) + 1 + subSample(y);
end MethodNotInferred;
