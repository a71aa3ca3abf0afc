// RUN: causeway simulate %s Recompiled.Grows -o grows.csv --tolerance 1e-12
// CHECK: its structure changes: 2 modes, 1 changes
// FINAL: grows.csv x[5] = 13.5914091423 +- 1e-8
// FINAL: grows.csv x[15] = 24.7308190605 +- 1e-8
// VALUE: grows.csv x[15](0.25) = 0 +- 0
// RUN: causeway simulate %s Recompiled.Doubles -o doubles.csv --tolerance 1e-10
// CHECK: 5 modes, 4 changes
// FINAL: doubles.csv x = 6.19999984 +- 1e-8
// RUN: causeway simulate %s Recompiled.Breaks -o breaks.csv --tolerance 1e-11
// CHECK: 2 modes, 1 changes
// VALUE: breaks.csv ball.x(1) = 0.841470984808 +- 1e-6
// FINAL: breaks.csv ball.x = 1.38177329068 +- 1e-6
// FINAL: breaks.csv pendulum.x = 0 +- 0
// RUN: causeway check %s Recompiled.Wrong
// EXIT: 2
// CHECK: error[INST0540]: argument 1 of recompilation must be a scalar parameter
package Recompiled "A model goes on as another one: arrays that grow, components that come and vanish"
  model Grows
    parameter Integer N = 10;
    Real x[N](start = {i for i in 1:N});
  equation
    der(x) = x;
    when time > 0.5 then
      recompilation(N, 20);
    end when;
  end Grows;
  model Doubles
    parameter Integer N = 1;
    Real x(start = 0, fixed = true);
  equation
    der(x) = N;
    when sample(0, 0.2) then
      recompilation(N, 2*N);
    end when;
    annotation (experiment(StopTime = 0.99999999));
  end Doubles;
  model Turns "on a circle"
    Real x, y, vx, vy, phi(start = 0, fixed = true);
  equation
    x = sin(phi);
    y = cos(phi);
    der(x) = vx;
    der(y) = vy;
    der(phi) = 1;
  end Turns;
  model Flies "straight on"
    Real x, y, vx, vy;
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = 0;
    der(vy) = 0;
  end Flies;
  model Breaks
    parameter Boolean broken = false;
    Turns pendulum if not broken;
    Flies ball if broken;
  equation
    when time >= 1 then
      recompilation(broken, true);
    end when;
    annotation (experiment(StopTime = 2));
  end Breaks;
  model Late "the rate doubles at a time that is given to each run"
    parameter Integer n = 1;
    parameter Real late = 0.5;
    Real x(start = 0, fixed = true);
  equation
    der(x) = n;
    when time >= late then
      recompilation(n, 2);
    end when;
  end Late;
  model Wrong
    Real x = time;
  equation
    when time > 0.5 then
      recompilation(x, 2);
    end when;
  end Wrong;
end Recompiled;
