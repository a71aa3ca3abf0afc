// H. Elmqvist, S.E. Mattsson, H. Olsson: New Methods for Hardware-in-the-loop Simulation of Stiff Models (2002).
// Implicit Euler with a fixed step on a heat equation whose boundary is a sine: values of the implicit Euler solution itself.
// RUN: causeway simulate %s -o %t.csv --solver implicit-euler --interval 0.1 --stop 6
// VALUE: %t.csv u[2](6) = 319.955276 +- 2e-6
// VALUE: %t.csv u[6](6) = 319.805581 +- 2e-6
// VALUE: %t.csv u[10](6) = 319.739907 +- 2e-6
// RUN: causeway simulate %s -o %t.fine.csv --solver implicit-euler --interval 0.01 --stop 6
// VALUE: %t.fine.csv u[2](6) = 319.960682 +- 2e-6
// VALUE: %t.fine.csv u[10](6) = 319.766787 +- 2e-6
// RUN: causeway simulate %s -o %t.fifty.csv --solver implicit-euler --interval 0.01 --stop 6 -p n=50
// VALUE: %t.fifty.csv u[26](6) = 319.802657 +- 2e-6
model PDE "der(u) = d2u/dx2; digits of the paper are lost, these are those of the authors' earlier example"
  parameter Real L = 1;
  parameter Integer n = 10;
  Real Dx = L/n;
  constant Real Pi = 3.14159265358979;
  Real u[n + 1];
equation
  u[1] = 20*sin(Pi/12*time) + 300;
  der(u[2:n]) = (u[3:n + 1] - 2*u[2:n] + u[1:n - 1])/(Dx*Dx);
  u[n + 1] = u[n];
initial equation
  u[2:n] = 20*sin(Pi/2*(1:n - 1)*Dx) + 300*ones(n - 1);
end PDE;
