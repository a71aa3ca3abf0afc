// if-expressions of arrays.
// RUN: causeway simulate %s -o %t.csv
// FINAL: y[1] = -1 +- 0
// FINAL: y[2] = -1 +- 0
// FINAL: z = 3 +- 0
model IfOfArrays
  parameter Integer n = 3;
  Real x[n];
  Real y[n] = if time < 0.5 then x else -x;
  Real z = if time < 0.5 then 1 elseif time < 0.75 then 2 else 3;
equation
  for i in 1:n loop
    x[i] = if i == 2 then time else i;
  end for;
end IfOfArrays;
