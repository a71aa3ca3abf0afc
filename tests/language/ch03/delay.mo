// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 0.75 +- 1e-6
model M
  Real y = delay(time, 0.25);
end M;
