// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 30 +- 1e-6
model M
  parameter Integer n = 3;
  Real x;
equation
  if n == 1 then
    x = 10;
  elseif n == 2 then
    x = 20;
  else
    x = 30;
  end if;
end M;
