// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 1e-6
model M
  Real x = time;
equation
  assert(x >= 0, "negative time");
end M;
