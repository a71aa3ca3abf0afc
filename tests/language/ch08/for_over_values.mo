// RUN: causeway simulate %s -o %t.csv
// FINAL: x[1] = 2 +- 1e-6
// FINAL: x[4] = 8 +- 1e-6
model M
  Real x[4];
equation
  for i in {1, 2, 3, 4} loop
    x[i] = 2 * i;
  end for;
end M;
