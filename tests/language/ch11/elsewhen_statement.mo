// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 1 +- 1e-6
model M
  Integer n(start = 0, fixed = true);
algorithm
  when time > 0.5 then
    n := 1;
  elsewhen time > 0.5 then
    n := 2;
  end when;
end M;
