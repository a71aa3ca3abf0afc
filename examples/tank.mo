// A tank fills at a constant rate; a two-point controller opens the valve when the level passes 10 and shuts it at 0.1.
// Filling takes 9.9 s, emptying 1.6185119 s.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv level(9.5) = 9.5 +- 1e-6
// VALUE: %t.csv level(15) = 3.4814881 +- 1e-5
// VALUE: %t.csv level(30) = 6.9629762 +- 1e-4
// ALWAYS: -1e-6 < {level} < 10.0001
model Tank "On/off control with a limit cycle"
  parameter Real k = 20 "Outflow of the open valve at level 1, squared";
  Real level(start = 0, fixed = true);
  Causeway.Blocks.TwoPoint valve(low = 0.1, high = 10);
equation
  valve.u = level;
  der(level) = if valve.y then 1 - sqrt(k*level) else 1;
  annotation(experiment(StopTime=40, Interval=0.05, Tolerance=1e-9));
end Tank;
