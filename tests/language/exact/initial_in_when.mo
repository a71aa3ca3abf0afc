// initial() among the conditions of when.
// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 2 +- 0
// FINAL: m = 3 +- 0
model InitialInWhen
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when {initial(), time > 0.5} then
    n = pre(n) + 1;
  end when;
  when initial() then
    m = 3;
  end when;
end InitialInWhen;
