// semiLinear on either side of zero.
// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 1.5 +- 1e-12
model SemiLinear
  Real x = time - 0.5, y = semiLinear(x, 3, -2);
end SemiLinear;
