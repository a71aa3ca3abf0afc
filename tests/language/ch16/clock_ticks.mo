// RUN: causeway simulate %s -o %t.csv --stop 61.0005 --interval 0.5
// FINAL: a = 1 +- 0
// FINAL: b = 0 +- 0
// FINAL: c = 1 +- 0
// TIMEOUT: 120
// The example of 16.11: exact sub- and super-sampling.
model ClockTicks
  Integer second = sample(1, Clock(1));
  Integer seconds(start = -1) = mod(previous(seconds) + second, 60);
  Integer milliSeconds(start = -1) = mod(previous(milliSeconds) + superSample(second, 1000), 1000);
  Integer minutes(start = -1) = mod(previous(minutes) + subSample(second, 60), 60);
  Integer a = hold(seconds), b = hold(milliSeconds), c = hold(minutes);
end ClockTicks;
