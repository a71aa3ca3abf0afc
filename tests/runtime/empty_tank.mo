// A tank that runs empty: at level zero the outflow has no derivative, and behind it the level stays.
// RUN: causeway simulate %s -o %t.csv --stop 10
// VALUE: %t.csv level(1) = 0.25 +- 1e-4
// FINAL: level = 0 +- 1e-4
model EmptyTank
  Real level(start = 1, fixed = true);
  Real outflow;
equation
  der(level) = -outflow;
  outflow = sqrt(max(0, level));
end EmptyTank;
