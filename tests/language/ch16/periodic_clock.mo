// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv n(0.05) = 1 +- 0
// VALUE: %t.csv n(0.15) = 2 +- 0
// VALUE: %t.csv n(0.95) = 10 +- 0
model PeriodicClock
  Integer c(start = 0);
  Integer n = hold(c);
equation
  when Clock(0.1) then
    c = previous(c) + 1;
  end when;
end PeriodicClock;
