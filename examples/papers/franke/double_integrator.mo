// R. Franke: Formulation of dynamic optimization problems using Modelica (2002).
// The form of the problems: a model with controls and parameters, a criterion and constraints outside it.  Piecewise constant controls as parameters, sensitivities of the
// model's own equations integrated with it; one Gauss-Newton step solves the linear-quadratic problem of moving a mass by 1 m in 1 s at rest: u(t) = 6 - 12*t.
// RUN: causeway simulate %s -o %t.csv --stop 1 --tolerance 1e-10
// FINAL: %t.csv s = 1 +- 1e-9
// FINAL: %t.csv v = 0 +- 1e-9
// FINAL: %t.csv cost = 12.12121212 +- 1e-7
// VALUE: %t.csv u(0.05) = 5.4545454545 +- 1e-8
model Transfer "Ten stages; the optimum of stages is 12*100/99"
  parameter Integer K = 10;
  // The stationary point of the discretised problem: controls linear in the middle of their stages.
  final parameter Real t[K] = {(k - 0.5)/K for k in 1:K};
  final parameter Real gram[2, 2] = [sum((1 - t[k])^2 for k in 1:K), sum(1 - t[k] for k in 1:K); sum(1 - t[k] for k in 1:K), K]/K^2;
  final parameter Real multiplier[2] = solve2(gram, {1, 0});
  final parameter Real controls[K] = {((1 - t[k])*multiplier[1] + multiplier[2])/K for k in 1:K};
  Real s(start = 0, fixed = true), v(start = 0, fixed = true), cost(start = 0, fixed = true), u;
  Integer stage(start = 1, fixed = true);
  function solve2
    input Real A[2, 2], b[2];
    output Real x[2];
  algorithm
    x := {A[2, 2]*b[1] - A[1, 2]*b[2], A[1, 1]*b[2] - A[2, 1]*b[1]}/(A[1, 1]*A[2, 2] - A[1, 2]*A[2, 1]);
  end solve2;
equation
  when sample(1/K, 1/K) then
    stage = min(K, pre(stage) + 1);
  end when;
  u = controls[stage];
  der(s) = v;
  der(v) = u;
  der(cost) = u^2;
end Transfer;
