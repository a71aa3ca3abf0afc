// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0053]
model M
  Real x;
equation
  if time > 0.5 then
    x = 1;
  end if;
end M;
