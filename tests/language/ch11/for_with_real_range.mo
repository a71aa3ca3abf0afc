// RUN: causeway simulate %s -o %t.csv
// FINAL: s = 1.5 +- 1e-6
model M
  Real s;
algorithm
  s := 0;
  for x in 0:0.5:1 loop
    s := s + x;
  end for;
end M;
