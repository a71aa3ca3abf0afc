// A state whose start value is told by a parameter that bears the very name an import would choose.
// RUN: causeway fmu %s --kind me -o level.fmu -q && causeway simulate level.fmu -p level=3 --stop 1 -q -o level.csv && head -1 level.csv
// CHECK: level_start,
// FINAL: level.csv level = 2 +- 1e-6
model Level
  parameter Real level_start = 2;
  Real level(start = 1, fixed = true);
equation
  der(level) = -level_start/2;
end Level;
