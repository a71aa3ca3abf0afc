// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0549]
model M
  Real d(start = 0, fixed = true);
  Real x = der(d);
equation
  when time > 0.5 then d = 1; end when;
end M;
