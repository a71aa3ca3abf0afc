// Where two samples coincide the first branch of when counts.
// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 54 +- 0
model Elsewhen
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 0.25) then
    n = pre(n) + 10;
  elsewhen sample(0, 0.125) then
    n = pre(n) + 1;
  end when;
end Elsewhen;
