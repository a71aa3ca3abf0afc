// homotopy (MLS 3.6, 3.7.4.4): where Newton's method fails from the start values, the way from the simplified model leads there; afterwards only the
// actual one counts.
// RUN: causeway simulate %s -o %t.csv
// FINAL: %t.csv x = 3.5 +- 1e-6
// VALUE: %t.csv y(0) = 1.1260158 +- 1e-6
// VALUE: %t.csv residual(0) = 0 +- 1e-6
model HomotopyStart
  Real x(start = 0), y(start = -40), residual = actual(y);
  function actual "one root, and slopes that lead away from it at both sides"
    input Real y;
    output Real z = atan(10*(y - 1)) - 0.9;
  algorithm
  end actual;
equation
  homotopy(actual(y), y - 1) = 0;
  homotopy(x, 5) = 3 + 0.5*time;
end HomotopyStart;
