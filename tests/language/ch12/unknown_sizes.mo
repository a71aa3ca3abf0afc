// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: x[3] = 1 +- 1e-6
// FINAL: n = 3 +- 1e-6
model M
  function reverse input Real v[:]; output Real y[size(v, 1)]; algorithm
    for i in 1:size(v, 1) loop y[i] := v[end + 1 - i]; end for;
  end reverse;
  Real x[:] = reverse({1, 2, 3});
  Real n = size(x, 1);
end M;
