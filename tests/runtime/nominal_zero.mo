// A nominal value of zero says nothing, and is not a divisor.
// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[RT0047]: the nominal value of 'x' is 0
// FINAL: x = 0.36787944 +- 1e-5
model NominalZero
  Real x(start = 1, fixed = true, nominal = 0);
equation
  der(x) = -x;
end NominalZero;
