// RUN: causeway simulate %s -o %t.csv --stop 1 --tolerance 1e-8
// ALWAYS: abs(({t} - {x}) - 0.07854133) < 1e-5
// VALUE: %t.csv energy(1) = 1 +- 1e-5
// VALUE: %t.csv energy(0.5) = 1 +- 1e-5
// Functions without derivative annotation are differentiated by their statements, arrays included.
model IndexReductionThroughFunction
  function f
    input Real x;
    output Real y;
  protected
    Real v[2];
  algorithm
    v := {x, 2*x + 1};
    y := sum(sin(v)) + sum(v .^ 3) + sum(exp(0.1*v)) + sum(sqrt(v .+ 10)) + sum(tanh(v)) + sum(atan(v)) + sum(log(v .+ 5)) +
      product({x, x + 1, 2.0}) + max({x, 2*x, -1}) + min({x, 7.0}) - 20;
    annotation(Inline = false);
  end f;
  Real x(start = 0.5), y(start = 0, fixed = true), vy(start = 1, fixed = true);
  Real t(start = 0.3, fixed = true);
  Real energy = y^2 + vy^2;
equation
  y = f(x);
  vy = der(y);
  der(vy) = -y;
  der(t) = der(x);
end IndexReductionThroughFunction;
