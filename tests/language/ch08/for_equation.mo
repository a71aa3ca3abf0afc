// RUN: causeway simulate %s -o %t.csv
// FINAL: x[3] = 9 +- 1e-6
model M
  Real x[3];
equation
  for i in 1:3 loop
    x[i] = i ^ 2;
  end for;
end M;
