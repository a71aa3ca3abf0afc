// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0628]
model M
  Real x(start = 0, fixed = true);
equation
  when time > 1 then
    when time > 2 then x = 1; end when;
  end when;
end M;
