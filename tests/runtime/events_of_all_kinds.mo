// RUN: for m in Pulse Narrow Band Start Chain Cradle Late Wave Begin Double; do causeway simulate %s Kinds.$m -o $m.csv -q || exit 1; done
// FINAL: Pulse.csv x = 1 +- 1e-6
// FINAL: Pulse.csv n = 1 +- 0
// FINAL: Narrow.csv x = 1 +- 1e-4
// FINAL: Narrow.csv n = 1 +- 0
// FINAL: Band.csv x = 1 +- 1e-5
// FINAL: Band.csv n = 1 +- 0
// FINAL: Start.csv n = 1 +- 0
// FINAL: Start.csv m = 1 +- 0
// FINAL: Chain.csv x = 0.5 +- 1e-9
// FINAL: Chain.csv y = 1 +- 0
// FINAL: Chain.csv z = 3 +- 0
// FINAL: Cradle.csv v[1] = 0 +- 0
// FINAL: Cradle.csv v[2] = 0 +- 0
// FINAL: Cradle.csv v[3] = 1 +- 0
// FINAL: Cradle.csv x[3] = 3 +- 1e-9
// FINAL: Late.csv x = 0.25 +- 1e-9
// FINAL: Wave.csv x = 0.01 +- 1e-9
// FINAL: Begin.csv x = 1 +- 1e-9
// FINAL: Begin.csv y = 1 +- 1e-9
// FINAL: Double.csv n = 1 +- 0
package Kinds "short pulses, chains, simultaneous events, the very start: each with its exact answer"
  model Pulse "of a nanosecond"
    Real x(start = 0, fixed = true), u = if time >= 0.5 and time < 0.5 + 1e-9 then 1e9 else 0;
    Integer n(start = 0, fixed = true);
  equation
    der(x) = u;
    when u > 0.5 then n = pre(n) + 1; end when;
  end Pulse;
  model Narrow "of a picosecond"
    Real x(start = 0, fixed = true), u = if time >= 0.5 and time < 0.5 + 1e-12 then 1e12 else 0;
    Integer n(start = 0, fixed = true);
  equation
    der(x) = u;
    when u > 0.5 then n = pre(n) + 1; end when;
  end Narrow;
  model Band "by a state that passes a narrow band"
    Real t(start = 0, fixed = true), x(start = 0, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(t) = 1;
    der(x) = if t > 0.5 and t < 0.5 + 1e-9 then 1e9 else 0;
    when t > 0.5 and t < 0.5 + 1e-9 then n = pre(n) + 1; end when;
  end Band;
  model Start "crossings at the very start"
    Real x(start = 0, fixed = true), y(start = 0, fixed = true);
    Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
  equation
    der(x) = 1;
    der(y) = -1;
    when x > 0 then n = pre(n) + 1; end when;
    when y < 0 then m = pre(m) + 1; end when;
  end Start;
  model Chain "one reinit makes the next"
    Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
  equation
    der(x) = 1;
    der(y) = 0;
    der(z) = 0;
    when x >= 1 then reinit(x, 0); end when;
    when y >= 2.5 then reinit(y, 0); elsewhen x >= 1 then reinit(y, pre(y) + 1); end when;
    when y >= 2.5 then reinit(z, pre(z) + 1); end when;
    annotation(experiment(StopTime = 10.5));
  end Chain;
  model Cradle "three equal balls"
    Real x[3](start = {0, 1, 2}, each fixed = true), v[3](start = {1, 0, 0}, each fixed = true);
  equation
    der(x) = v;
    der(v) = zeros(3);
    when x[1] >= x[2] then reinit(v[1], pre(v[2])); end when;
    when x[1] >= x[2] then reinit(v[2], pre(v[1])); elsewhen x[2] >= x[3] then reinit(v[2], pre(v[3])); end when;
    when x[2] >= x[3] then reinit(v[3], pre(v[2])); end when;
    annotation(experiment(StopTime = 3));
  end Cradle;
  model Late "a jump through a delay"
    Real x(start = 0, fixed = true);
  equation
    der(x) = delay(if time > 0.5 then 1 else 0, 0.25);
  end Late;
  model Wave "a square wave of a megahertz"
    Real x(start = 0, fixed = true);
    Boolean b(start = false, fixed = true);
  equation
    when sample(0, 1e-6) then b = not pre(b); end when;
    der(x) = if b then 1 else 0;
    annotation(experiment(StopTime = 0.02));
  end Wave;
  model Begin "relations of time at the start"
    Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  equation
    der(x) = if time > 0 then 1 else 0;
    der(y) = if time >= 0 then 1 else 0;
  end Begin;
  model Double "in and out between two points"
    Real x(start = -1, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = 2;
    when x^2 < 1e-10 then n = pre(n) + 1; end when;
  end Double;
end Kinds;
