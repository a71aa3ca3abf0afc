// A discrete variable that is not assigned keeps its value, a continuous one its start value (11.1.2).
// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 0 +- 1e-6
model M
  Integer n(start = 0, fixed = true);
algorithm
  if time > 2 then
    n := 5;
  end if;
end M;
