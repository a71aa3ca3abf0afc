// The grammar (A.2.5) still knows := in a modification.
// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 1 +- 0
model M
  Real x := 1;
end M;
