// A function that names its derivative is differentiated by it (MLS 3.6, 12.7.1), also where its body is one assignment: the derivative
// here is not that of the body, so that one sees which was taken.
// RUN: causeway simulate %s -o %t.csv
// FINAL: dy = 14 +- 1e-9
function square
  input Real x;
  output Real y;
algorithm
  y := x^2;
  annotation(derivative = square_der);
end square;

function square_der
  input Real x, dx;
  output Real dy;
algorithm
  dy := 7*dx;
end square_der;

model DerivativeOfSmall
  Real x = 2*time, y = square(x), dy = der(y);
end DerivativeOfSmall;
