// RUN: causeway simulate %s -o %t.csv --stop 1 --intervals 2
// FINAL: s = 2 +- 1e-6
model M "branches may differ in size when the condition is a parameter"
  parameter Boolean two = true;
  parameter Real v[:] = if two then {1, 1} else {1};
  Real s = sum(v);
end M;
