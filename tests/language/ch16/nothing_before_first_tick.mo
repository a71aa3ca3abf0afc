// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv y(0.05) = 2.302585092994046 +- 1e-12
// VALUE: %t.csv r(0.55) = 4 +- 1e-12
// VALUE: %t.csv r(0.45) = 7 +- 1e-12
// VALUE: %t.csv b(0.05) = 0.3 +- 1e-9
// Equations of a clock hold at its ticks only (16.2): before the first one, while initialising, nothing is sampled, and formulas that are not
// defined for zero are not evaluated.
model NothingBeforeFirstTick
  Clock c = Clock(0.1);
  Real u = sample(10 + time, c), l = log(u), y = hold(l);
  Real late = sample(time - 0.25, shiftSample(c, 5)), w(start = 7) = 1/late, r = hold(w);
  model Vehicle "a state of a solver method that starts away from zero"
    Real v(start = 10), beta = 3/v;
  equation
    der(v) = -sample(0.0, Clock(Clock(0.1), "ExplicitEuler"));
  end Vehicle;
  Vehicle vehicle;
  Real b = hold(vehicle.beta);
end NothingBeforeFirstTick;
