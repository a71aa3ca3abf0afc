// A brushless motor in star connection with current loops of 1 kHz, after the paper of Ferretti et al.: i1 + i2 + i3 = 0 makes the phases
// a system of index two.  A command of 1.9 A gives 2.09 N.m and 5.633 rad/s with a time constant of 32 ms and no ripple; an
// offset of the current sensors gives ripple 3*K*offset*sin(alpha + 2*pi/3), a fifth harmonic of the EMF of 5 % gives 0.1045 N.m.
// RUN: causeway explain %s
// CHECK: differentiated 1 1 derivatives became ordinary unknowns
// CHECK: states 6
// CHECK-NOT: i[3] differentiated
// RUN: causeway simulate %s -o %t.csv
// FINAL: %t.csv w = 5.633423 +- 4e-3
// FINAL: %t.csv tau = 2.09 +- 2e-3
// VALUE: %t.csv w(0.0323450) = 3.561 +- 0.05
// ALWAYS: %t.csv {time} < 0.2 or abs({tau} - 2.09) < 2e-3
// RUN: causeway simulate %s -o %t.offset.csv -p offset=0.19
// ALWAYS: %t.offset.csv {time} < 0.2 or abs({tau} - {formula}) < 8e-3
// RUN: causeway simulate %s -o %t.fifth.csv -p fifth=0.05
// ALWAYS: %t.fifth.csv {time} < 0.2 or abs({tau} - {formula}) < 8e-3
// RUN: causeway simulate %s -o %t.both.csv -p fifth=0.05 -p offset=0.19
// ALWAYS: %t.both.csv {time} < 0.2 or abs({tau} - {formula}) < 0.03
model BrushlessMotor "Three phases, two states of current; ripple of torque by formula"
  parameter Real Kt = 1.1 "N.m/A", K = 2/3*Kt "of a phase";
  parameter Real p = 3 "Pole pairs";
  parameter Real J = 0.012, D = 0.371 "Inertia, damping";
  parameter Real R = 1, L = 5e-3 "of a phase";
  parameter Real I = 1.9 "Command";
  parameter Real offset = 0 "A, of the current sensors of phases 1 and 2";
  parameter Real fifth = 0 "Fifth harmonic of the EMF, relative";
  constant Real pi = 3.141592653589793, bandwidth = 2*pi*1000;
  parameter Real kp = bandwidth*L, ki = bandwidth*R "Controllers: the slow pole of the winding is cancelled";
  Real q(start = 0, fixed = true), w(start = 0, fixed = true) "Angle and speed";
  Real alpha = p*q "Electrical angle";
  Real phase[3] = {alpha, alpha - 2*pi/3, alpha + 2*pi/3};
  Real profile[3] = {sin(phase[k]) + fifth*sin(5*phase[k]) for k in 1:3};
  Real i[3](start = {0, 0, 0}, fixed = {true, true, false}) "Currents";
  Real v[3] "Voltages of the amplifiers", star "Voltage of the star point";
  Real error[3], x[2](start = {0, 0}, each fixed = true) "Two of the three currents are measured and controlled";
  Real tau = K*sum(profile .* i);
  Real formula = Kt*I*(1 - fifth*cos(6*alpha)) + 3*K*offset*sin(alpha + 2*pi/3) "of the paper";
equation
  for k in 1:3 loop
    L*der(i[k]) + R*i[k] + K*profile[k]*w = v[k] - star;
    error[k] = I*sin(phase[k]) - i[k] - (if k < 3 then offset else -2*offset);
  end for;
  sum(i) = 0;
  for k in 1:2 loop
    der(x[k]) = error[k];
    v[k] = kp*error[k] + ki*x[k];
  end for;
  v[3] = -v[1] - v[2];
  der(q) = w;
  J*der(w) = tau - D*w;
  annotation(experiment(StopTime = 1, Interval = 0.002, Tolerance = 1e-8));
end BrushlessMotor;
