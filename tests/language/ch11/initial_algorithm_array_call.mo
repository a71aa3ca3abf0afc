// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 6 +- 1e-12
// The array that a function returns in an initial algorithm is known to the initial problem only.
model M
  function slopes
    input Real x[:];
    output Real d[size(x, 1)];
  algorithm
    for i in 1:size(x, 1) loop
      d[i] := 2*x[i];
    end for;
  end slopes;
  parameter Real xd[:] = {1, 2};
  parameter Real d[size(xd, 1)](each fixed = false);
  Real y = sum(d);
initial algorithm
  d := slopes(xd);
end M;
