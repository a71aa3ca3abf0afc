// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0553]
model M
  Real d = time;
  Real y = delay(time, d);
end M;
