// A switch with hysteresis whose input drops back into the band by the switching itself, without delay: with pre(on) = false
// neither on = true nor on = false fulfils the equation, with pre(on) = true the first one does.
// RUN: causeway simulate %s -o %t.csv --stop 10
// VALUE: %t.csv on(2.9) = 0 +- 0
// VALUE: %t.csv on(3.1) = 1 +- 0
// VALUE: %t.csv u(3.1) = 0.87 +- 1e-6
// VALUE: %t.csv on(8.9) = 1 +- 0
// VALUE: %t.csv on(9.2) = 0 +- 0
// FINAL: u = -0.5 +- 1e-6
model HysteresisInLoop
  Real drive = if time < 5 then time/2 - 0.5 else 4.5 - time/2;
  Real u "what is left when the switch takes its share";
  Boolean on(start = false, fixed = true);
equation
  on = not pre(on) and u > 1 or pre(on) and u >= -0.2;
  u = drive - (if on then 0.18 else 0);
end HysteresisInLoop;
