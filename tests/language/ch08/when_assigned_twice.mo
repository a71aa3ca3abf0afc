// RUN: causeway check %s
// EXIT: 2
// CHECK: error[SYM0401]
model M
  Integer n(start = 0, fixed = true);
equation
  when time > 0.2 then
    n = 1;
  end when;
  when time > 0.4 then
    n = 2;
  end when;
end M;
