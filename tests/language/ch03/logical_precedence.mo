// not binds closer than and, and closer than or.
// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 1e-6
// FINAL: y = 0 +- 1e-6
model M
  parameter Boolean a = true;
  parameter Boolean b = false;
  Real x = if a or b and b then 1 else 0;
  Real y = if not a or b then 1 else 0;
end M;
