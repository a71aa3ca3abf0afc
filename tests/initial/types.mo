// Conditions are counted by type: an Integer given twice is in conflict although a Boolean and a Real are given too little
// or just right; a Boolean without condition starts at its start value.
// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv n(0.2) = 2 +- 0
// VALUE: %t.csv n(0.8) = 3 +- 0
// VALUE: %t.csv b(0.2) = 1 +- 0
// VALUE: %t.csv b(0.8) = 0 +- 0
// VALUE: %t.csv e(0.2) = 2 +- 0
// RUN: sed 's/^equation/initial equation pre(n) = 5; equation/' %s > twice.mo; causeway simulate twice.mo -o /dev/null
// EXIT: 4
// CHECK: error[RT0043]: too many conditions are given at the start, and they disagree: pre(n) = 2 does not hold, 5 is not 2
// CHECK: from pre(n) = 5
model Types
  type Level = enumeration(low, middle, high);
  Integer n(start = 2, fixed = true);
  Boolean b(start = true);
  Level e(start = Level.middle, fixed = true);
  Real x(start = 1, fixed = true);
equation
  when time > 0.5 then
    n = pre(n) + 1;
    b = not pre(b);
    e = Level.high;
  end when;
  der(x) = -x;
end Types;
