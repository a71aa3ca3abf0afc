// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0625]
model M
  Integer n(start = 0);
equation
  when time > 0.5 then
    2 * n = 4;
  end when;
end M;
