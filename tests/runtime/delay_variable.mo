// delay with a delay time that varies (MLS 3.6, 3.7.4.2), of a smooth signal and of one that jumps; before the history begins its first value.
// RUN: causeway simulate %s -o %t.csv --tolerance 1e-8
// ALWAYS: abs({smooth} - {expected}) < 3e-5
// ALWAYS: abs({fixed} - {fixed_expected}) < 3e-5
// VALUE: %t.csv stepped(1.49) = 0 +- 1e-9
// VALUE: %t.csv stepped(1.51) = 1 +- 1e-9
// VALUE: %t.csv none(2) = 0.9092974268 +- 1e-6
model DelayVariable
  Real d = 0.5 + 0.3*sin(2*time) "between 0.2 and 0.8";
  Real u(start = 0, fixed = true) "sin(time)";
  Real smooth = delay(u, d, 0.8), fixed = delay(u, 0.25), none = delay(u, 0);
  Real expected = if time - d <= 0 then 0 else sin(time - d);
  Real fixed_expected = if time <= 0.25 then 0 else sin(time - 0.25);
  Real step = if time < 1 then 0 else 1, stepped = delay(step, 0.5);
equation
  der(u) = cos(time);
  annotation(experiment(StopTime = 5, Interval = 0.01));
end DelayVariable;
