// An equation that has no value between its start value and its solution, where the search for a change of sign steps
// over both.  The solution is found at the other side of the gap, not taken to be where the step ended.
// RUN: causeway simulate %s RootBehindGap -o %t.csv --stop 1
// FINAL: h = 9 +- 1e-6
function temperature
  input Real h;
  output Real T;
algorithm
  assert(h < 1 or h > 8.999, "h = " + String(h) + " is in no region");
  T := if h < 1 then 0.1 else sqrt(h);
end temperature;
model RootBehindGap
  Real h(start = 0);
equation
  temperature(h) = 3 + 0*time;
end RootBehindGap;
