// A field-oriented induction machine (three pole pairs, commands for torque and flux, inertia with a load that always brakes), after the paper
// of Torrey and Selamogullari.  The torque command 135.3, 30.6, -74.1, -135.3, -30.6 N.m for half a second each drives it to
// 104.6 rad/s, back through zero and to -104.6; at the start the flux vector turns at 3e6 rad/s.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv W(0.4) = 83.6876 +- 2e-3
// VALUE: %t.csv W(0.6) = 104.6133 +- 2e-3
// VALUE: %t.csv W(1.0) = 104.6139 +- 2e-3
// VALUE: %t.csv W(1.5) = -0.0094 +- 2e-3
// VALUE: %t.csv W(2.0) = -104.6232 +- 2e-3
// VALUE: %t.csv W(2.5) = -104.6189 +- 2e-3
// VALUE: %t.csv Tem(0.4) = 135.2259 +- 1e-3
// VALUE: %t.csv flux(0.4) = 0.49469 +- 1e-5
// VALUE: %t.csv flux(1.0) = 0.49605 +- 1e-5
// VALUE: %t.csv flux(2.5) = 0.49812 +- 1e-5
// VALUE: %t.csv Isd(1.0) = 8.079 +- 1e-3
// VALUE: %t.csv Isq(0.4) = 92.215 +- 1e-3
// VALUE: %t.csv Isq(0.6) = 20.847 +- 1e-3
// VALUE: %t.csv Isq(1.1) = -50.327 +- 1e-3
// VALUE: %t.csv Isd(0) = 498.6 +- 0.1
// VALUE: %t.csv Isq(0) = 26058 +- 1
model InductionMachine "Field orientation: an algebraic loop, a stiff start, events in time and at standstill"
  parameter Real Rr = 0.156, Lrl = 0.00074, Lsr = 0.041;
  parameter Real P = 3 "Pole pairs";
  parameter Real H = 0.5 "Inertia";
  parameter Real Kpt = 1000, Kit = 500 "Controller of torque";
  parameter Real Kpf = 1000, Kif = 500 "Controller of flux";
  parameter Real load = 30.6, flux_command = 0.5;
  parameter Real M = 1.5*Lsr, LR = Lrl + M;
  Real Tref = if time <= 0.5 then 135.3 else if time <= 1 then 30.6 else if time <= 1.5 then -74.1
    else if time <= 2 then -135.3 else -30.6;
  Real errort(start = 0, fixed = true), errorf(start = 0, fixed = true) "Integrals of the controllers";
  Real fa(start = 1e-3, fixed = true), fb(start = 1e-3, fixed = true) "Rotor flux, in coordinates of the stator";
  Real W(start = 0, fixed = true) "Speed";
  Real flux = sqrt(fa^2 + fb^2), angle = atan2(fb, fa);
  Real Terror, Tem_fo "Torque as the controller sees it", Tem, Isd, Isq, ia, ib;
equation
  Terror = Tref - Tem_fo;
  der(errort) = Terror;
  Isq = Kpt*Terror + Kit*errort;
  Tem_fo = P*M/LR*Isq*flux;
  der(errorf) = flux_command - flux;
  Isd = Kpf*(flux_command - flux) + Kif*errorf;
  ia = Isd*cos(angle) - Isq*sin(angle);
  ib = Isd*sin(angle) + Isq*cos(angle);
  der(fa) = -Rr/LR*fa + M*Rr/LR*ia - P*W*fb;
  der(fb) = -Rr/LR*fb + M*Rr/LR*ib + P*W*fa;
  Tem = P*M/LR*(Isq*(fa*cos(angle) + fb*sin(angle)) - Isd*(fb*cos(angle) - fa*sin(angle)));
  der(W) = if W >= 0 then (Tem - load)/H else (Tem + load)/H;
  annotation(experiment(StopTime = 2.5, Interval = 0.01, Tolerance = 1e-8));
end InductionMachine;
