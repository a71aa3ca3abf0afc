// RUN: causeway simulate %s -o %t.csv
// FINAL: s = 18 +- 1e-6
model M
  Real s;
algorithm
  s := 0;
  for i in 1:2 loop
    for j in 1:3 loop
      s := s + i * j;
    end for;
  end for;
end M;
