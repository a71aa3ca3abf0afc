// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0052.mo:7:3: error[FLAT0052]: the branches of this if-equation have different numbers of equations (2 and 1)
model M
  Real x, y;
equation
  if time > 1 then
    x = 1;
    y = 2;
  else
    x = 2;
  end if;
end M;
