// sample() is true in the first iteration of its event and false in the next ones (MLS 3.7, 3.7.5): what waits for it to be
// false again happens at the same instant.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv z(0.6) = 0 +- 0
// FINAL: %t.csv falls = 2 +- 0
// FINAL: %t.csv changes = 4 +- 0
// RUN: causeway fmu %s -o %t.fmu -q && causeway simulate %t.fmu -o %t.fmu.csv
// FINAL: %t.fmu.csv falls = 2 +- 0
// FINAL: %t.fmu.csv changes = 4 +- 0
model SampleFirstIteration
  Boolean y;
  Boolean z(start = false, fixed = true);
  Integer falls(start = 0, fixed = true);
  Integer changes(start = 0, fixed = true);
equation
  y = sample(0.5, 1);
  when y then
    z = true;
  elsewhen not y then
    z = false;
  end when;
  when not sample(0.5, 1) then
    falls = pre(falls) + 1;
  end when;
  when {y, not y} then
    changes = pre(changes) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end SampleFirstIteration;
