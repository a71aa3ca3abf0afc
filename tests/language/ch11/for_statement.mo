// RUN: causeway simulate %s -o %t.csv
// FINAL: s = 6 +- 1e-6
model M
  Real s;
algorithm
  s := 0;
  for i in 1:3 loop
    s := s + i;
  end for;
end M;
