// MLS 3.6, 11.2.2: the range of a for-statement may vary during the simulation.
// RUN: causeway simulate %s --stop 3.5 -o %t.csv
// VALUE: %t.csv s(0.5) = 0 +- 1e-9
// VALUE: %t.csv s(2.5) = 3 +- 1e-9
// VALUE: %t.csv s(3.5) = 6 +- 1e-9
// FINAL: x[1] = 30 +- 1e-9
// FINAL: x[3] = 10 +- 1e-9
model ForVariableRange
  Integer n = integer(time);
  Integer p[3] = {3, 2, 1};
  Integer s;
  Integer x[3];
algorithm
  s := 0;
  for i in 1:n loop
    s := s + i;
  end for;
  for i in p loop
    x[i] := 10*p[i];
  end for;
end ForVariableRange;
