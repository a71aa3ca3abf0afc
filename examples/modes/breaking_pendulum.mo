// RUN: causeway simulate %s -o %t.csv --tolerance 1e-11 --stats %t.json
// CHECK: 2 modes, 1 changes
// VALUE: %t.csv vx(0.5919604869) = -4.4294469181 +- 1e-8
// VALUE: %t.csv broken(0.5919604859) = 0 +- 0
// VALUE: %t.csv broken(0.5919604879) = 1 +- 0
// VALUE: %t.csv y(1.0434841279) = -2 +- 1e-8
// FINAL: x = -2 +- 1e-8
// FILE-CHECK: %t.json "mode_translations": 2
// FILE-CHECK: %t.json "not broken"
model BreakingPendulum "A pendulum whose rod breaks at the lowest point: from one degree of freedom to two"
  parameter Real L = 1 "length of the rod";
  parameter Real g = 9.81, m = 1;
  Real x(start = 1), y(start = 0, fixed = true);
  Real vx, vy(start = 0, fixed = true);
  Real F "force of the rod";
  Boolean broken(start = false, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -x/L*F;
  m*der(vy) = -y/L*F - m*g;
  if broken then
    F = 0;
  else
    x^2 + y^2 = L^2;
  end if;
  when x <= 0 then
    broken = true;
  end when;
  annotation (experiment(StopTime = 1.0434841279));
end BreakingPendulum;
