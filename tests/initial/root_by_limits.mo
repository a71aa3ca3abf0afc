// Of several solutions the one is taken that keeps other variables inside their limits.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv phi(0) = 1.5707963268 +- 1e-6
// VALUE: %t.csv x(0) = 0.5 +- 1e-6
model RootByLimits
  parameter Real L = 0.5, g = 9.81, m = 1;
  Real phi, w, x(start = L, min = 0), y(start = 0, fixed = true);
initial equation
  w = 0;
equation
  der(phi) = w;
  m*der(w) = -(m*g/L)*sin(phi);
  x = L*sin(phi);
  y = -L*cos(phi);
end RootByLimits;
