// S.E. Mattsson, H. Elmqvist, M. Otter, H. Olsson: Initialization of Hybrid Differential-Algebraic Equations in Modelica 2.0 (2002).
// A plant and a sampled controller begin at rest: x = xref, u = xref, xd = xref/k, and nothing moves.
// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv x(0) = 1 +- 1e-12
// VALUE: %t.csv u(0) = 1 +- 1e-12
// VALUE: %t.csv xd(0) = 0.1 +- 1e-12
// ALWAYS: %t.csv abs({x} - 1) < 1e-9 and abs({xd} - 0.1) < 1e-9
// FINAL: %t.csv R = 72 +- 1e-9
// FINAL: %t.csv L = 0.5 +- 1e-12
model SampledRest "Steady state of a hybrid system; parameters that follow from the beginning"
  parameter Real k = 10, T = 1, Ts = 0.01, xref = 1;
  Real x;
  discrete Real xd, u;
  parameter Real P = 2, V = 12, R(fixed = false, start = 10) "A load of P watts at V volts";
  parameter Real L(fixed = false, start = 1) "Of a pendulum whose place is given";
  Real px(start = 0.3, fixed = true), py(start = 0.4, fixed = true), i;
initial equation
  der(x) = 0;
  pre(xd) = xd;
  V*i = P;
  L = sqrt(px^2 + py^2);
equation
  der(x) = -x + u;
  when {initial(), sample(0, Ts)} then
    xd = pre(xd) + Ts/T*(xref - x);
    u = k*(xd + xref - x);
  end when;
  V = R*i;
  der(px) = 0;
  der(py) = 0;
end SampledRest;
