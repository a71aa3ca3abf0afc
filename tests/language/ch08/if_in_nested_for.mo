// nested if/for equations with parameter conditions and reductions
// RUN: causeway simulate %s -o %t.csv
// FINAL: x[3,2] = 32 +- 0
// FINAL: x[1,1] = 1 +- 0
// FINAL: x[2,2] = 4 +- 0
model M
  parameter Integer n = 3;
  parameter Boolean diag = true;
  Real x[n, n];
equation
  for i in 1:n, j in 1:n loop
    if i == j and diag then
      x[i, j] = i ^ 2;
    elseif i > j then
      for k in {1} loop
        x[i, j] = 10 * i + j;
      end for;
    else
      x[i, j] = if time > 0.5 then 0 else -1;
    end if;
  end for;
end M;
