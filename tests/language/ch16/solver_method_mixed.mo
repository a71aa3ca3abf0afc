// RUN: causeway simulate %s -o %t.csv --stop 2
// FINAL: n[1] = 1 +- 0
// FINAL: n[4] = 1 +- 0
// FINAL: m[2] = 0.5 +- 5e-3
// FINAL: x[1] = -0.581004 +- 3e-3
// FINAL: x[2] = -0.581004 +- 1e-3
// FINAL: x[3] = -0.581004 +- 1e-3
// FINAL: x[4] = -0.581004 +- 3e-3
// FINAL: x[5] = -0.581004 +- 1e-3
// FINAL: x[6] = -0.581004 +- 1e-3
// Functions with several results, an algorithm, Booleans and a when-clause in a partition that is discretised.
model SolverMethodMixed
  model Part
    parameter String method;
    function f
      input Real a[2];
      output Real s, p;
    algorithm
      s := a[1] + a[2];
      p := a[1]*a[2];
    end f;
    Real x(start = 1), y(start = 0), s, p, w, u;
    Boolean b;
    Integer n(start = 0);
    discrete Real m(start = 0);
  algorithm
    w := 0;
    for i in 1:3 loop
      w := w + x*i;
    end for;
  equation
    u = sample(sin(time), Clock(Clock(1, 200), method));
    (s, p) = f({x, y});
    der(x) = -s - u;
    b = x < 0.5;
    der(y) = if b then w/6 else p;
    when b then
      n = pre(n) + 1;
      m = x;
    end when;
  end Part;
  Part a(method = "ExplicitEuler"), b(method = "ExplicitMidPoint2"), c(method = "ExplicitRungeKutta4");
  Part d(method = "ImplicitEuler"), e(method = "ImplicitTrapezoid"), g(method = "External");
  Real x[6] = {hold(a.x), hold(b.x), hold(c.x), hold(d.x), hold(e.x), hold(g.x)};
  Real m[2] = {hold(b.m), hold(g.m)};
  Integer n[6] = {hold(a.n), hold(b.n), hold(c.n), hold(d.n), hold(e.n), hold(g.n)};
end SolverMethodMixed;
