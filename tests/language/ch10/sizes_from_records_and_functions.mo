// sizes deduced from bindings in nested records and functions with : outputs
// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 9 +- 0
// FINAL: q[4] = 4 +- 0
// FINAL: rr.m[2,1] = 3 +- 0
model M
  record R Real v[:]; Real m[:, :]; end R;
  function grow input Real x[:]; output Real y[:]; algorithm y := zeros(size(x, 1) + 2); for i in 1:size(x, 1) loop y[i] := x[i]; end for; y[end] := 4; end grow;
  parameter R rr = R({1, 2, 3}, [1, 2; 3, 4]);
  Real q[4] = grow({1, 2});
  Integer n = size(rr.v, 1) + size(rr.m, 1) + size(grow({1, 2}), 1);
end M;
