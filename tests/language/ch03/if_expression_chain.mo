// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 3 +- 1e-6
model M
  Real x = if time < 0.2 then 1 elseif time < 0.4 then 2 else 3;
end M;
