// RUN: causeway simulate %s -o %t.csv --stop 2.25
// VALUE: %t.csv y(0.2) = 3 +- 1e-9
// VALUE: %t.csv y(0.25) = 3 +- 1e-9
// VALUE: %t.csv y(0.5) = 2.34375 +- 1e-9
// VALUE: %t.csv y(2.25) = 0.4163336 +- 1e-6
// VALUE: %t.csv z(0.2) = 3 +- 1e-9
// VALUE: %t.csv z(2.25) = 0.4060058 +- 1e-5
// A solver clock that is slower and shifted: the first step goes from the first tick (0.25) to the second (0.5).
model SolverMethodSubClock
  Clock c = Clock(1, 20);
  Clock s = shiftSample(subSample(c, 5), 1);
  Real a(start = 3), b(start = 3);
  Real y = hold(a), z = hold(b);
equation
  when Clock(s, "ExplicitMidPoint2") then
    der(a) = -a;
  end when;
  when Clock(shiftSample(subSample(Clock(1, 20), 5), 1), "External") then
    der(b) = -b;
  end when;
end SolverMethodSubClock;
