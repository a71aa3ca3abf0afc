// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0053.mo:7:3: error[FLAT0053]: this if-equation needs an else branch
model M
  Real x;
equation
  if time > 1 then
    x = 1;
  end if;
end M;
