// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0625]
model M
  Real x(start = 0, fixed = true);
equation
  when time > 0.5 then x + 1 = 2; end when;
end M;
