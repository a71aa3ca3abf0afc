// A delay in the condition of an assert has a history of its own, and sees what a variable with the same delay sees.
// RUN: causeway simulate %s -o %t.csv
// FINAL: %t.csv z = 0.4794255386 +- 1e-5
model DelayInAssert
  Real y = sin(time), z = delay(y, 0.5);
equation
  assert(abs(z - delay(y, 0.5)) < 1e-9, "two equal delays differ");
  annotation(experiment(StopTime = 1));
end DelayInAssert;
