// RUN: causeway flatten %s
// CHECK: final structural parameter Integer n = 3
// CHECK: y = 3.0*time;
model Evaluate
  parameter Integer n = 3 annotation(Evaluate = true);
  Real y = n*time;
end Evaluate;
