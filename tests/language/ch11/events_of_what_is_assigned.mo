// Relations of what the same section assigned make events like others (8.5); each element of a vector of conditions triggers.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: x[2] = 1 +- 1e-6
// FINAL: n = 2 +- 0
// FINAL: m = 0.6 +- 1e-3
model M
  Real x[3];
  Integer n(start = 0, fixed = true);
  Real m(start = 0, fixed = true);
algorithm
  x := zeros(3);
  for i in 1:3 loop
    if i <= 2 then x[i] := time; else x[i] := -time; end if;
  end for;
  when {x[1] > 0.3, x[2] > 0.6} then
    n := n + 1;
    m := time;
  end when;
end M;
