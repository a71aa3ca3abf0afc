// An electromagnetic valve actuator, after the paper on engine valves of Chatterjee et al.: an armature between two springs is let go at one pole and swings
// freely to the other in pi/wn = 3.4 ms with at most 3.7 m/s; a coil switched on after 1.4 ms catches it there.  Its flux
// linkage a*i/(k + gap) stands under der(), so the current is not the state of convenience; the energy balance must close.
// RUN: causeway simulate %s -o %t.free.csv -p Va=0 -p c=0 -p wn=925
// VALUE: %t.free.csv x(0.00169816) = 0.004 +- 1e-8
// VALUE: %t.free.csv v(0.00169816) = 3.7 +- 1e-6
// VALUE: %t.free.csv x(0.00339) = 0.0079999 +- 1e-6
// ALWAYS: %t.free.csv {time} > 0.00339 or abs({x} - {swing}) < 1e-8
// RUN: causeway simulate %s -o %t.csv
// FINAL: %t.csv peak = 3.7 +- 0.05
// FINAL: %t.csv first_contact = 0.0032 +- 1e-4
// FINAL: %t.csv contact_speed = 0.5 +- 0.2
// FINAL: %t.csv x = 0.008 +- 1e-4
// ALWAYS: %t.csv abs({balance}) < 2e-6
model ValveActuator "Springs, a magnet, a pole face"
  // Lift, mass and coil are not printed in the paper; these reproduce its figures: 3.7 m/s, contact at 3.2 ms with 0.3 to 0.5 m/s.
  parameter Real L = 8e-3 "Lift", wn = 960 "Natural frequency";
  parameter Real m = 0.15, keff = m*wn^2, c = 6 "Armature; both springs; friction";
  parameter Real a = 1.4e-4, k = 2e-4 "Flux linkage a*i/(k + gap)";
  parameter Real Va = 117, R = 6, td = 1.4e-3, tpw = 10e-3 "Coil and its pulse";
  parameter Real cs = 4e7, ds = 3000 "Pole face: stiffness, damping";
  Real x(start = 0, fixed = true), v(start = 0, fixed = true) "Opening of the valve";
  Real gap = L - x;
  Real i "Current", lambda(start = 0, fixed = true) "Flux linkage";
  Real u = if time >= td and time < td + tpw then Va else 0;
  Real Fmag = a*i^2/(2*(k + gap)^2), Fstop = if x > L then cs*(x - L) + ds*v else 0;
  Real swing = L/2*(1 - cos(wn*time)) "of the free armature, until it arrives";
  Real supplied(start = 0, fixed = true) "Energy from the coil's supply and heat drawn off";
  Real stored = m*v^2/2 + keff*(x - L/2)^2/2 - keff*L^2/8 + lambda*i/2 + (if x > L then cs*(x - L)^2/2 else 0);
  Real balance = stored - supplied "zero, in joules";
  discrete Real first_contact(start = 0, fixed = true), contact_speed(start = 0, fixed = true);
  discrete Real peak(start = 0, fixed = true) "Largest speed on the way";
equation
  der(x) = v;
  m*der(v) + c*v + keff*(x - L/2) = Fmag - Fstop;
  lambda = a*i/(k + gap);
  u = der(lambda) + R*i;
  der(supplied) = u*i - R*i^2 - c*v^2 - (if x > L then ds*v^2 else 0);
  when der(v) < 0 and pre(peak) <= 0 then
    peak = v;
  end when;
  when x > L and pre(first_contact) <= 0 then
    first_contact = time;
    contact_speed = v;
  end when;
  annotation(experiment(StopTime = 8e-3, Interval = 1e-5, Tolerance = 1e-9));
end ValveActuator;
