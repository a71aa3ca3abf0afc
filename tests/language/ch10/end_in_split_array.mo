// end and size behind an element, chosen by a loop variable, of an array whose elements have different sizes.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y[1] = 2 +- 1e-12
// FINAL: y[3] = 4 +- 1e-12
// FINAL: z = 9 +- 1e-12
// FINAL: w[2] = 3 +- 1e-12
// FINAL: v[3] = 4 +- 1e-12
model M
  model P
    parameter Integer n = 2;
    Real x[n] = fill(n*time, n);
  end P;
  parameter Integer m = 3;
  P p[m](n = {2, 3, 4});
  Real y[m] = {p[i].x[end] for i in 1:m};
  Real z = sum(p[i].x[end] for i in 1:m);
  Real w[m], v[m];
equation
  for i in 1:m loop
    w[i] = p[i].x[size(p[i].x, 1)];
  end for;
algorithm
  for i in 1:m loop
    v[i] := p[i].x[end - 1];
  end for;
end M;
