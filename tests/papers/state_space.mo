// Otter and Olsson 2002: connectors derived from Real, a vector of sources connected to a block with a vector input, and sizes that
// depend on each other (nx = size(A, 1); A[:, nx]).
// RUN: causeway simulate %s -o %t.csv --stop 0.5 --tolerance 1e-9
// ALWAYS: abs({b.y[1]} - ({b.x[1]} + 2*{b.x[2]} + 3*{b.u[3]})) < 1e-12
// ALWAYS: abs({b.u[1]} - __import__('math').sin(2*__import__('math').pi*50*{time})) < 1e-9
// ALWAYS: abs({b.u[2]} - __import__('math').sin(2*__import__('math').pi*50*{time} + 2)) < 1e-9
// x1 follows sin(w*t) with der(x1) = -x1 + u1: (sin(wt) - w*cos(wt) + w*exp(-t))/(1 + w^2)
// ALWAYS: abs({b.x[1]} - (lambda m, w, t: (m.sin(w*t) - w*m.cos(w*t) + w*m.exp(-t))/(1 + w*w))(__import__('math'), 100*__import__('math').pi, {time})) < 1e-7
package StateSpaces
  connector InPort = input Real;
  connector OutPort = output Real;
  block Sine
    parameter Real frequency = 1, phase = 0;
    OutPort y;
  equation
    y = sin(2*3.14159265358979323846*frequency*time + phase);
  end Sine;
  block StateSpace
    final parameter Integer nx = size(A, 1), nu = size(B, 2), ny = size(C, 1);
    parameter Real A[:, nx], B[nx, :], C[:, nx], D[ny, nu] = zeros(ny, nu);
    InPort u[nu];
    OutPort y[ny];
    Real x[nx](each start = 0, each fixed = true);
  equation
    der(x) = A*x + B*u;
    y = C*x + D*u;
  end StateSpace;
  model Test
    Sine s[3](each frequency = 50, phase = {0, 2, -2});
    StateSpace b(A = [-1, 0; 0, -2], B = [1, 0, 0; 0, 1, 0], C = [1, 2], D = [0, 0, 3]);
  equation
    connect(s.y, b.u);
  end Test;
end StateSpaces;
