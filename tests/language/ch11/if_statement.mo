// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 2 +- 1e-6
model M
  Real x;
algorithm
  if time > 0.5 then
    x := 2;
  elseif time > 0.2 then
    x := 1;
  else
    x := 0;
  end if;
end M;
