// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 5 +- 1e-6
model M
  Integer n;
equation
  when initial() then
    n = 5;
  end when;
end M;
