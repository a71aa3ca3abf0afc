// At the start value the relation is false and nothing depends on the unknown: the solution lies where it is true.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: light = 4 +- 1e-9
// FINAL: current = 8 +- 1e-9
model Unlit
  Real light(start = 0), current;
equation
  current = if light > 1 then 2*light else 0;
  current*light = 32;
end Unlit;
