// The mean liquid fraction of two-phase flow in a pipe, after the moving-boundary models of Jensen and Tummescheit: closed forms for a
// given slip S and for Zivi's slip, each compared with the integral of the profile over the length of the zone (which is what
// "time" is here).  The paper's case: S = 1.67 gives a void fraction of 0.665.
// RUN: causeway simulate %s -o %t.csv
// FINAL: %t.csv closed[1] = 0.03689 +- 5e-6
// FINAL: %t.csv closed[2] = 0.08088 +- 5e-6
// FINAL: %t.csv closed[3] = 0.11334 +- 5e-6
// FINAL: %t.csv closed[4] = 0.13996 +- 5e-6
// FINAL: %t.csv zivi[1] = 0.03689 +- 5e-6
// FINAL: %t.csv zivi[2] = 0.10804 +- 5e-6
// FINAL: %t.csv zivi[3] = 0.26269 +- 5e-6
// FINAL: %t.csv zivi[4] = 0.42353 +- 5e-6
// FINAL: %t.csv zivi[5] = 0.5 +- 1e-9
// FINAL: %t.csv paper = 0.6652 +- 5e-5
// FINAL: %t.csv mean[1] = 0.03689 +- 5e-6
// FINAL: %t.csv worst = 0 +- 1e-8
model VoidFraction "Closed forms against quadrature; a removable singularity"
  function meanLiquid "of a = slip * ratio of densities; series near a = 1, where the formula is 0/0"
    input Real a;
    output Real eta = if abs(a - 1) < 1e-3 then 1/2 + (a - 1)/6 - (a - 1)^2/12 else a*(a - 1 - log(a))/(a - 1)^2;
  algorithm
  end meanLiquid;
  function profile "Liquid fraction at the relative place z"
    input Real z, a;
    output Real eta = (1 - z)/(1 + z*(1/a - 1));
  algorithm
  end profile;
  parameter Real slip[4] = {1, 3, 5, 7}, ratio = 0.01 "gas to liquid";
  parameter Real ratios[5] = {0.001, 0.01, 0.1, 0.5, 1};
  parameter Real a[9] = cat(1, slip*ratio, {ratios[i]^(2/3) for i in 1:5}) "Zivi: S = ratio^(-1/3)";
  parameter Real closed[4] = {meanLiquid(a[i]) for i in 1:4};
  parameter Real zivi[5] = {meanLiquid(a[4 + i]) for i in 1:5};
  parameter Real paper = 1 - meanLiquid(1.67*1.67^(-3)) "Zivi's slip of 1.67 belongs to the ratio 0.2147";
  Real mean[9](each start = 0, each fixed = true);
  Real worst = if time < 1 then 0 else max(abs(mean - cat(1, closed, zivi)));
equation
  for i in 1:9 loop
    der(mean[i]) = profile(time, a[i]);
  end for;
  annotation(experiment(StopTime = 1, Interval = 0.1, Tolerance = 1e-10));
end VoidFraction;
