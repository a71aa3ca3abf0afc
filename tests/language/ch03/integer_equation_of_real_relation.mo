// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 1 +- 1e-6
model M
  Integer n;
equation
  n = if time > 0.5 then 1 else 0;
end M;
