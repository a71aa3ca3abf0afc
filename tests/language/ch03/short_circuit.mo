// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: y = 1 +- 1e-6
model M "3.3: the right side need not be evaluated"
  parameter Integer n = 0;
  parameter Boolean b = n > 0 and 1/n > 1;
  Real y = if b then 0 else 1;
end M;
