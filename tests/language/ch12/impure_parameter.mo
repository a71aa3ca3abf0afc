// RUN: causeway simulate %s -o %t.csv --stop 2
// FINAL: z = 4 +- 0
// FINAL: p = 2 +- 0
model ImpureParameter
  impure function count input Real x; output Real y; algorithm y := x + 1; end count;
  parameter Real p = count(1);
  discrete Real z(start = 0, fixed = true);
equation
  when sample(0.25, 0.5) then
    z = count(pre(z));
  end when;
end ImpureParameter;
