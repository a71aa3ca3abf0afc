// A parameter whose value happens to be the start value of its type has a value.
// RUN: causeway simulate %s ParameterAtStart -o %t.csv --stop 1
// CHECK-NOT: TOOL0019
// FINAL: x = 288.15 +- 1e-9
type Temperature = Real(unit = "K", start = 288.15);
model ParameterAtStart
  parameter Temperature T = 288.15;
  Real x = T;
end ParameterAtStart;
