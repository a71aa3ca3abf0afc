// RUN: causeway simulate %s -p n=4 -o %t.csv --stop 1
// FINAL: y = 4 +- 1e-12
// A value given on the command line is a modification: it is evaluated as well.
model EvaluateIsFinal
  parameter Integer n = 3 annotation(Evaluate = true);
  Real y = n*time;
end EvaluateIsFinal;
