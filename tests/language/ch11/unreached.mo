// RUN: causeway simulate %s -o %t.csv
// FINAL: %t.csv i = 3 +- 0
// FINAL: %t.csv k = 5 +- 0
// FINAL: %t.csv x = 2 +- 0
// FINAL: %t.csv y = 6 +- 1e-12
// RUN: causeway simulate %s -o %t2.csv -p n=2 -p use=true
// FINAL: %t2.csv i = 6 +- 0
// FINAL: %t2.csv k = 1 +- 0
// FINAL: %t2.csv x = 1 +- 1e-12
// RUN: causeway check %s
// CHECK: Unreached: 4 equations, 4 unknowns
model Unreached "what a section assigns where no way leads is one of its unknowns all the same (MLS 11.1)"
  parameter Integer n = 0;
  parameter Boolean use = false;
  Integer i(start = 3, fixed = true), k(start = 5);
  Real x(start = 2), y;
algorithm
  for j in 1:n loop
    i := 3 + j + 1;
    x := time;
  end for;
  if use then
    k := 1;
  end if;
  y := time + k;
end Unreached;
