// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0501]
model M
  Real x;
equation
  if 1 then
    x = 1;
  else
    x = 2;
  end if;
end M;
