// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 2 +- 1e-6
model M
  Real x;
equation
  if time < 0.5 then
    x = 1;
  else
    x = 2;
  end if;
end M;
