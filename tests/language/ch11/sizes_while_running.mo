// Sizes and subscripts of an algorithm that are known only while it runs.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: c[2] = 0.3333333333 +- 1e-9
// VALUE: %t.csv c[3](0.45) = 0 +- 1e-12
// FINAL: s = 6 +- 1e-12
// VALUE: %t.csv s(0.45) = 5 +- 1e-12
// FINAL: t = 5 +- 1e-12
// FINAL: r = 10 +- 1e-12
// FINAL: b[1,2] = 2 +- 1e-12
// FINAL: e = 0.2 +- 1e-12
// FINAL: d = 7 +- 1e-12
model SizesWhileRunning
  parameter Real p[3] = {1, 2, 3};
  parameter Integer i = 2 annotation(Evaluate = false);
  Real c[3](each start = 0, each fixed = true);
  Integer n(start = 0, fixed = true);
  Integer idx[3](each start = 0, each fixed = true);
  discrete Real s(start = 0, fixed = true);
  discrete Real t(start = 0, fixed = true);
  Real r = sum(k for k in 1:integer(4*time)) "in an equation";
  Integer k = if time < 0.5 then 1 else 2;
  Real b[2, 2] = [1, time; 0, 1]^k;
  Real e = ({0.1, 0.2})[i];
  Real d = ([1, 2; 3, 7])[k, k];
algorithm
  when sample(0.1, 0.1) then
    n := if time < 0.5 then 2 else 3;
    c := zeros(3);
    c[1:n] := fill(1/n, n);
    idx := {3, 2, 1};
    s := sum(p[idx[1:n]]);
    t := sum(p[idx[1:2]]);
  end when;
end SizesWhileRunning;
