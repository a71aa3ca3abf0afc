model Evaluate
  parameter Integer n = 3 annotation(Evaluate = true);
  Real y = n*time;
end Evaluate;
