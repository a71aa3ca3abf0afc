// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: y = 12 +- 1e-6
// FINAL: z = 2 +- 1e-6
model M "12.7.2"
  function f input Real u; input Real k; output Real y; protected Real s; algorithm s := u*u; y := k*s*u; end f;
  function fu = der(f, u);
  function fuk = der(f, u, k);
  Real y = fu(2, 1);
  Real z = fuk(2, 1)/6;
end M;
