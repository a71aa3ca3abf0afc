// RUN: causeway flatten %s
// CHECK: parameter Integer n = 3;
// CHECK: y = real(n)*time;
model EvaluateFalse
  parameter Integer n = 3 annotation(Evaluate = false);
  Real y = n*time;
end EvaluateFalse;
