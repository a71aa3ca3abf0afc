// RUN: causeway simulate %s Friction.StickSlip -o %t.csv --tolerance 1e-12
// CHECK: 2 modes, 19 changes
// VALUE: %t.csv stuck(0.999999999) = 1 +- 0
// VALUE: %t.csv stuck(1.000000001) = 0 +- 0
// VALUE: %t.csv stuck(2.5638276227) = 0 +- 0
// VALUE: %t.csv stuck(2.5638276247) = 1 +- 0
// VALUE: %t.csv x(2.8) = 0.41276552473 +- 1e-8
// RUN: causeway simulate %s Friction.NeverEnds -o never.csv --no-cache
// EXIT: 5
// CHECK: error[MODE0003]: at time 1 modes follow each other without end
// VALUE: never.csv pull(0.5) = 1 +- 1e-8
// FINAL: never.csv time = 1 +- 1e-8
package Friction "Ideal dry friction: a block that is pulled by a spring sticks and slips"
  partial model Block
    parameter Real k = 10, m = 1, fs = 2 "sticking", fc = 1.5 "slipping";
    Real x(start = 0, fixed = true), v(start = 0, fixed = true);
    Real f "friction", pull = k*(0.2*time - x);
    Boolean stuck(start = true, fixed = true);
  equation
    der(x) = v;
    m*der(v) = pull - f;
    if stuck then
      v = 0;
    else
      f = fc;
    end if;
  end Block;
  model StickSlip
    extends Block;
  equation
    when {pull > fs and pre(stuck), v < 0 and not pre(stuck)} then
      stuck = not pre(stuck);
    end when;
    annotation (experiment(StopTime = 20));
  end StickSlip;
  model NeverEnds "it does not move yet when it is to stick again; what was computed until then is kept"
    extends Block;
  equation
    when {pull > fs and pre(stuck), v <= 0 and not pre(stuck)} then
      stuck = not pre(stuck);
    end when;
    annotation (experiment(StopTime = 20));
  end NeverEnds;
end Friction;
