// RUN: for m in Ticks Many Short Slow; do causeway simulate %s Exact.$m -o $m.csv -q || exit 1; done
// FINAL: Ticks.csv a = 31 +- 0
// FINAL: Ticks.csv b = 31 +- 0
// FINAL: Ticks.csv k = 31 +- 0
// FINAL: Many.csv n = 10001 +- 0
// FINAL: Many.csv last = 1000 +- 0
// FINAL: Short.csv y = 0.84147098426754 +- 1e-10
// FINAL: Short.csv z = 0.84093026185661 +- 1e-8
// FINAL: Short.csv w = 0.47942553860420 +- 1e-8
// FINAL: Short.csv x = 0.63212092681 +- 1e-6
// FINAL: Slow.csv x = 4.5399929762e-5 +- 1e-7
// FINAL: Slow.csv y = -0.54402111089 +- 2e-5
// FINAL: Slow.csv s = 9.7353615845e-4 +- 1e-9
package Exact "samples that fall together, very many of them, delays far below a step, a run of 31 years"
  model Ticks
    discrete Real a(start = 0, fixed = true), b(start = 0, fixed = true);
    Integer k(start = 0, fixed = true);
  equation
    when sample(0, 0.1) then a = pre(a) + 1; end when;
    when sample(0, 0.2) then b = a; end when;
    when {sample(0, 0.1), sample(0, 0.3)} then k = pre(k) + 1; end when;
    annotation(experiment(StopTime = 3));
  end Ticks;
  model Many
    Integer n(start = 0, fixed = true);
    discrete Real last(start = 0, fixed = true);
  equation
    when sample(0, 0.1) then n = pre(n) + 1; last = time; end when;
    annotation(experiment(StopTime = 1000, Interval = 100));
  end Many;
  model Short
    Real u = sin(time), y = delay(u, 1e-9), z = delay(u, 1e-3), w = delay(u, 0.5), x(start = 0, fixed = true);
  equation
    der(x) = 1 - delay(x, 1e-6);
  end Short;
  model Slow
    Real x(start = 1, fixed = true), y(start = 0, fixed = true), s(start = 0, fixed = true);
  equation
    der(x) = -x/1e8;
    der(y) = 1e-8*cos(time*1e-8);
    der(s) = if sin(time*1e-6) > 0 then 1e-9 else -1e-9;
    annotation(experiment(StopTime = 1e9));
  end Slow;
end Exact;
