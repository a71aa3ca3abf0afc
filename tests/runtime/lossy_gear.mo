// A gear with mesh friction between two inertias: efficiency 0.5 both ways, so the loss jumps with the direction of motion and
// of the flow of power.  Times at which it sticks and breaks away follow from (5.5 - 4*k)*der(w) = 2*T1 + T2 - 2*k*T1.
// RUN: causeway simulate %s -o %t.csv
// RUN: causeway simulate %s -o %t.ida.csv --solver ida
// RUN: causeway simulate %s -o %t.esdirk.csv --solver esdirk5
// VALUE: %t.csv changed(0.15) = 0.080477 +- 1e-6
// VALUE: %t.csv changed(0.3) = 0.199520 +- 1e-6
// VALUE: %t.csv changed(0.4) = 0.371343 +- 1e-6
// VALUE: %t.csv changed(0.5) = 0.464540 +- 1e-6
// VALUE: %t.csv loss(0.10) = 1.00285 +- 1e-5
// VALUE: %t.csv loss(0.25) = 4.82143 +- 1e-5
// VALUE: %t.csv loss(0.40) = 1.37785 +- 1e-5
// FINAL: %t.csv w = -0.016262 +- 1e-6
// VALUE: %t.ida.csv changed(0.4) = 0.371343 +- 1e-6
// VALUE: %t.ida.csv changed(0.5) = 0.464540 +- 1e-6
// VALUE: %t.esdirk.csv changed(0.4) = 0.371343 +- 1e-6
// VALUE: %t.esdirk.csv changed(0.5) = 0.464540 +- 1e-6
model LossyGear "Sticks and slides; the loss is proportional to the torque that goes through"
  constant Real pi = 3.141592653589793;
  parameter Real eta = 0.5 "Efficiency of the mesh";
  Real drive = 10*sin(2*pi*time) "Torque on the fast side";
  Real load = 2.5*time - 10 "Torque on the slow side";
  Real w(start = 0, fixed = true, stateSelect = StateSelect.always) "Speed of the slow side";
  Real through "Torque into the gear";
  Real loss;
  Real most = max((1 - eta)*through, (1 - 1/eta)*through) "Loss when turning forward";
  Real least = min((1 - eta)*through, (1 - 1/eta)*through) "Loss when turning backward";
  Integer direction(start = -1, fixed = true);
  discrete Real changed(start = 0, fixed = true) "When it last stuck or broke away";
equation
  through = drive - 2*der(w);
  1.5*der(w) = 2*(through - loss) + load;
  0 = if pre(direction) == 0 then der(w) else loss - (if pre(direction) > 0 then most else least);
  when pre(direction) == 0 and loss > most then
    direction = 1;
  elsewhen pre(direction) == 0 and loss < least then
    direction = -1;
  elsewhen pre(direction)*w < 0 then
    direction = 0;
    reinit(w, 0);
  end when;
  when change(direction) then
    changed = time;
  end when;
  annotation(experiment(StopTime = 0.5, Interval = 0.001, Tolerance = 1e-9));
end LossyGear;
