// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: m[2,1] = 7 +- 0
// FINAL: m[1,1] = 1 +- 0
// FINAL: m[1,2] = 2 +- 0
// FINAL: m[2,2] = 1 +- 0
// Subscripts are evaluated before anything is assigned.
model SubscriptsReadBefore
  Integer m[2, 2];
algorithm
  m := {{1, 2}, {integer(time) + 2, 1}};
  m[m[1, 2], m[2, 2]] := 7;
end SubscriptsReadBefore;
