// function returning array of records used in equations; record slices; calls with named record args
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: p[3].y = 9 +- 1e-9
// FINAL: s = 6 +- 1e-9
model M
  record Pt Real x; Real y; end Pt;
  function make input Integer n; input Real t; output Pt p[n]; algorithm for i in 1:n loop p[i] := Pt(x = i * t, y = i ^ 2); end for; end make;
  Pt p[3] = make(3, time);
  Real s = sum(p.x);
end M;
