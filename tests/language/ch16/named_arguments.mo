// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv h1(0.45) = 0.4 +- 1e-9
// VALUE: %t.csv h2(0.45) = 0.4 +- 1e-9
// VALUE: %t.csv h3(0.43) = 0.3 +- 1e-9
// VALUE: %t.csv h3(0.47) = 0.4 +- 1e-9
// VALUE: %t.csv h4(0.43) = 0.3 +- 1e-9
// VALUE: %t.csv h5(0.45) = 0.4 +- 1e-9
// Arguments by name (16.3, 16.5).
model NamedArguments
  Clock r = Clock(intervalCounter = 1, resolution = 10), i = Clock(interval = 0.2), s = Clock(c = i, solverMethod = "ExplicitEuler");
  Real a = sample(time, clock = r);
  Real b = subSample(a, factor = 2), c = superSample(a, factor = 2);
  Real d = shiftSample(a, shiftCounter = 1, resolution = 2), e = backSample(d, backCounter = 1, resolution = 2);
  Real f = sample(time, clock = s);
  Real h1 = hold(b), h2 = hold(c), h3 = hold(d), h4 = hold(e), h5 = hold(f);
end NamedArguments;
