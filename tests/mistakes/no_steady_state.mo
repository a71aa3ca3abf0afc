// RUN: causeway simulate %s -o %t.csv --steady-state
// EXIT: 4
// CHECK: no_steady_state.mo:6:8: error[RT0043]: {{.*}}der(level) = 0.0 does not hold, 2 is not 0
// CHECK: hint: the model has no steady state: something flows in or out for which nothing makes up
model M
  Real level(start = 1);
equation
  der(level) = 2; // <- nothing flows out
end M;
