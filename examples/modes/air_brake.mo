// RUN: causeway simulate %s -o %t.csv --tolerance 1e-10 --interval 0.1
// CHECK: 3 modes, 2 changes
// VALUE: %t.csv pr(1.9) = 5 +- 1e-9
// VALUE: %t.csv pr(2) = 3.75 +- 1e-8
// VALUE: %t.csv pc(7.9) = 3.75 +- 1e-8
// VALUE: %t.csv pr(8) = 5 +- 1e-8
// FINAL: pc = 0.507507312137 +- 1e-8
// RUN: causeway explain --modes %s
// CHECK: impulse of charge: 3.75
model AirBrake "Westinghouse's brake of a waggon: a reservoir is charged from the pipe, and fills the cylinder when the pressure of the pipe falls"
  parameter Real Vr = 3 "reservoir", Vc = 1 "cylinder";
  parameter Real k = 0.5 "of the orifice by which the cylinder is emptied";
  Real pipe = if time < 2 then 5 elseif time < 6 then 3.5 elseif time < 8 then 2 else 5 "set by the driver";
  Real pr(start = 5, fixed = true) "reservoir", pc(start = 0, fixed = true) "cylinder";
  Real charge "flow from the pipe", fill "flow to the cylinder", s "of the check valve";
  Boolean shut = s < 0 "check valve between pipe and reservoir";
  Boolean applied(start = false, fixed = true) "triple valve";
equation
  Vr*der(pr) = charge - fill;
  Vc*der(pc) = fill - (if applied then 0 else k*pc);
  pipe - pr = if shut then s else 0;
  charge = if shut then 0 else s;
  if applied then
    pr = pc;
  else
    fill = 0;
  end if;
  when {pr > pipe + 0.1, pr <= pipe} then
    applied = pr > pipe + 0.1;
  end when;
  annotation (experiment(StopTime = 12));
end AirBrake;
