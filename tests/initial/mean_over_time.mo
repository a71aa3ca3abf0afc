// A mean is 0/0 at the start.  Nothing depends on it: the run goes on, the first row has no number, which is said.  Where the mean
// governs the model, or has no value later, the run stops.
// RUN: causeway simulate %s MeanOverTime -o %t.csv --stop 2
// CHECK: warning[RT0049]: at the start 'mean' is not a finite number: 0 is divided by zero
// FINAL: %t.csv mean = 2 +- 1e-6
// FINAL: %t.csv twice = 4 +- 1e-6
// RUN: head -2 %t.csv
// CHECK: nan
// RUN: causeway simulate %s MeanGoverns -o %t.2.csv --stop 2
// EXIT: 4
// CHECK: error[RT0041]
// RUN: causeway simulate %s MeanLater -o %t.3.csv --stop 2
// EXIT: 5
// CHECK: error[RT0060]
model MeanOverTime
  Real integral(start = 0, fixed = true), mean, twice;
equation
  der(integral) = 2*time;
  mean = integral/time;
  twice = 2*mean;
end MeanOverTime;

model MeanGoverns
  Real integral(start = 0, fixed = true), mean;
equation
  der(integral) = 1 - mean;
  mean = integral/time;
end MeanGoverns;

model MeanLater
  Real integral(start = 0, fixed = true), mean;
equation
  der(integral) = 2*(time - 1);
  mean = sqrt(integral)/time;
end MeanLater;
