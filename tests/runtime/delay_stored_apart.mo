// RUN: causeway simulate %s DelayOfState -o %t.csv --stop 1 --intervals 10 --stats %t.json
// FINAL: %t.csv average = 0.386902185477 +- 1e-5
// FILE-CHECK: %t.json {{"nonlinear_solves": \d\d,}}
// RUN: causeway simulate %s DelayOfResult -o %t.2.csv --stop 1 --intervals 10 --stats %t.2.json
// FINAL: %t.2.csv late = 0.5 +- 1e-5
// FINAL: %t.2.csv later = 0.25 +- 1e-5
// What delay() stores at the end of a step is computed without the rest of the model (MLS 3.6, 3.7.4.2): systems of equations that it does
// not depend on are solved for rows only, those it depends on are solved before.  exp(-0.9) - exp(-1) = 0.0386902; x^3 + x = t^3 + t has x = t.
model DelayOfState
  Real x(start = 1, fixed = true);
  Real integral(start = 0, fixed = true);
  Real average = (integral - delay(integral, 0.1))/0.1;
  Real z(start = 0.5);
  Real a = z + 1;
  Real b = a + 1;
  Real c = b + 1;
equation
  der(x) = -x;
  der(integral) = x;
  z^5 + z = x;
end DelayOfState;
model DelayOfResult
  Real x(start = 0, fixed = true);
  Real y(start = 0);
  Real w = 2*y;
  Real late = delay(w, 0.5)/2;
  Real later = delay(late, 0.25);
  Real z[20](each start = 0.5);
  Real s[20];
equation
  der(x) = 1 + 3*time^2;
  y^3 + y = x;
  for i in 1:20 loop
    z[i]^5 + z[i] = x*i;
    s[i] = z[i] + i;
  end for;
end DelayOfResult;
