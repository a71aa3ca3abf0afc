// delay() with a time that varies, against its exact value.
// RUN: causeway simulate %s -o %t.csv --stop 5
// FINAL: err = 0 +- 0.002
model DelayVarying
  Real u = sin(time), d = 0.5 + 0.3*sin(3*time), y = delay(u, d, 1), e = if time > d then sin(time - d) else sin(0);
  Real err(start = 0, fixed = true);
equation
  der(err) = abs(y - e);
end DelayVarying;
