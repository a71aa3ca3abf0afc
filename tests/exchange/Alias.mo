// What an FMU of FMI 3.0 calls by two names has both in the result.
// RUN: causeway fmu %s --fmi 3 -o alias.fmu -q
// RUN: for k in me cs; do causeway simulate alias.fmu --kind $k --stop 1 -q -o $k.csv; done
// FINAL: me.csv y = 3 +- 1e-9
// FINAL: me.csv z = 3 +- 1e-9
// FINAL: me.csv w[2] = 2 +- 1e-9
// FINAL: cs.csv z = 3 +- 1e-9
// FINAL: me.csv rate = 2 +- 1e-9
// FINAL: cs.csv rate = 2 +- 1e-9
// FINAL: cs.csv on = 1 +- 0
model Alias
  Real x(start = 1, fixed = true), y, z, v[2], w[2];
  Real rate = der(x);
  Boolean above, on;
equation
  der(x) = if x > 10 then 1 else 2;
  y = x;
  z = y;
  v = {time, 2*time};
  w = v;
  above = x > 2;
  on = above;
end Alias;
