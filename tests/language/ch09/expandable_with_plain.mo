// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0631]
model M
  expandable connector Bus end Bus;
  Real x = 1;
  Bus bus;
equation
  connect(x, bus.signal);
end M;
