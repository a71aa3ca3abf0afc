// The branch that is not taken need not have as many equations when the condition is a parameter (8.3.4).
// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 2 +- 1e-6
model M
  parameter Boolean b = true;
  Real x;
equation
  if b then
    x = 2;
  end if;
end M;
