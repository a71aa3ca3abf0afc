// Initialisation goes from the simplified to the actual value of homotopy() also where both are numbers.
// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 0
// FINAL: y = 1.2784637605728 +- 1e-9
model HomotopyConstant
  Real x, y;
equation
  x = homotopy(1, 0);
  0 = y + log(y - x + 1e-6);
end HomotopyConstant;
