// RUN: causeway simulate %s -o %t.csv --stop 2 --intervals 3 --tolerance 1e-8
// FINAL: i1 = 1 +- 1e-5
// FINAL: i2 = 3 +- 1e-5
// FINAL: i3 = 1 +- 1e-5
// FINAL: i4 = 2 +- 1e-5
// FINAL: i5 = -1 +- 1e-5
model M
  Real i1(start = 0, fixed = true), i2(start = 0, fixed = true), i3(start = 0, fixed = true), i4(start = 0, fixed = true), i5(start = 0, fixed = true);
equation
  der(i1) = floor(time);
  der(i2) = ceil(time);
  der(i3) = mod(time, 1);
  der(i4) = div(2 * time, 1) - integer(time) + 0 * rem(time, 0.3);
  der(i5) = rem(-time, 1);
end M;
