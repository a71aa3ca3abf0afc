// RUN: causeway simulate %s -o %t.csv --stop 3 --intervals 3 --tolerance 1e-8
// FINAL: y = 5 +- 1e-5
// FINAL: z = 2 +- 1e-5
// FINAL: w = 1.5 +- 1e-5
model M
  Real y(start = 0, fixed = true), z(start = 0, fixed = true), w(start = 0, fixed = true);
  Real v[3] = {if time > i then 1 else 0 for i in 0:2};
equation
  der(y) = if time < 1 then 1 elseif time < 2 then (if time < 1.5 then 2 else 4) else 1;
  der(z) = v[2];
  der(w) = smooth(0, max(0, min(1, time - 1)));
end M;
