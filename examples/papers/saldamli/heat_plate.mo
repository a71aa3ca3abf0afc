// L. Saldamli, P. Fritzson, B. Bachmann: Extending Modelica for Partial Differential Equations (2002).
// The language extension is not part of Modelica; the paper's rectangle with glass on the left (h = 30000, 25 degrees) and 50 degrees on the right is a grid here.
// The solution is linear in x: 25.000138888 at the left, 37.500069444 in the middle, exact on any grid.
// RUN: causeway simulate %s -o %t.csv --stop 0
// FINAL: %t.csv u[1,3] = 25.000138888 +- 1e-8
// FINAL: %t.csv u[4,2] = 37.500069444 +- 1e-8
// FINAL: %t.csv u[7,1] = 50 +- 1e-12
// FINAL: %t.csv slope = 4.166643519 +- 1e-8
model Plate "-div(grad(u)) = 0 on 6 by 4, Robin, Dirichlet and two Neumann sides"
  parameter Integer n = 7, m = 5;
  parameter Real h = 30000, Tinf = 25, dx = 6/(n - 1), dy = 4/(m - 1);
  Real u[n, m](each start = 30);
  Real slope = (u[2, 3] - u[1, 3])/dx;
equation
  for j in 1:m loop
    // Robin: -du/dx + h*u = h*Tinf with the outward normal -x, half a cell of balance at the side.
    (u[2, j] - u[1, j])/dx = h*(u[1, j] - Tinf);
    u[n, j] = 50;
    for i in 2:n - 1 loop
      (u[i + 1, j] - 2*u[i, j] + u[i - 1, j])/dx^2 + (u[i, min(m, j + 1)] - 2*u[i, j] + u[i, max(1, j - 1)])/dy^2 = 0;
    end for;
  end for;
end Plate;
