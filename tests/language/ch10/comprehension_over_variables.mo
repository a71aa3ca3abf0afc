// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: r[3] = 2160 +- 1e-9
// FINAL: s = 5 +- 1e-9
// FINAL: t[2,3] = 12 +- 1e-9
model M
  function f
    input Real x;
    output Real y;
  algorithm
    y := x^2;
  end f;
  Integer h[3] = {1, 3, integer(time + 5)};
  Real r[3] = {f(k) for k in h} .* {10*k for k in h};
  Real w[2] = {time, 2*time};
  Real s = sum({k^2 for k in w});
  Real t[2, 3] = {{k*j for j in h} for k in w};
end M;
