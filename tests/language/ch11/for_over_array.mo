// RUN: causeway simulate %s -o %t.csv
// FINAL: s = 10 +- 1e-6
model M
  Real s;
algorithm
  s := 0;
  for x in {1, 2, 3, 4} loop
    s := s + x;
  end for;
end M;
