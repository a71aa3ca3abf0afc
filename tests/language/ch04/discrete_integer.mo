// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 2 +- 1e-6
model M
  discrete Integer n;
equation
  when time > 0.5 then
    n = 2;
  end when;
end M;
