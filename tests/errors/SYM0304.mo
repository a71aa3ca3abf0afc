// RUN: causeway simulate %s -o %t.csv
// EXIT: 2
// CHECK: SYM0304.mo:7:3: error[SYM0304]: a clocked partition has more initial equations than states (MLS 16.8.2)
model M
  Real u = sample(time, Clock(Clock(1, 10), "ImplicitEuler")), x(start = 0);
initial equation
  x = 1;
  x = u + 1;
equation
  der(x) = u;
end M;
