// Relations of values that are known before what depends on them: the first round of initialisation has them right, and
// the function, which refuses what lies in the other region, is never called for the wrong one.
// RUN: causeway simulate %s RelationsInOrder -o %t.csv --stop 1
// FINAL: v[20].d = 20 +- 1e-6
// FINAL: v[1].d = 1000 +- 1e-6
package P
  function density
    input Real h;
    input Integer phase;
    output Real d;
  algorithm
    assert(if phase == 1 then h < 100 else h >= 100, "h = " + String(h) + " is not in region " + String(phase));
    d := if phase == 1 then 1000 else 1000 - h;
  end density;
  function boiling "a limit that must be computed, too"
    input Real p;
    output Real h;
  algorithm
    assert(p > 0, "the pressure must be positive");
    h := 50*p;
  end boiling;
  model Volume
    parameter Real h_start = 0;
    Real h(start = h_start, fixed = true), p(start = 2, fixed = true);
    Real limit, d, z;
    Integer phase;
  equation
    d = density(h, phase);
    phase = if h < limit then 1 else 2;
    limit = boiling(p);
    z = sin(d);
    der(p) = 0*z;
    der(h) = 0*z;
  end Volume;
end P;
model RelationsInOrder
  P.Volume v[20](h_start = {if i <= 10 then 10 else 960 + i for i in 1:20});
end RelationsInOrder;
