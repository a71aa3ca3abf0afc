// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv n(0.3) = 1 +- 0
// VALUE: %t.csv n(0.35) = 2 +- 0
// FINAL: n = 4 +- 0
// Clock(1, 3): a third of a second, counted exactly.
model RationalClock
  Integer c(start = 0);
  Integer n = hold(c);
equation
  when Clock(1, 3) then
    c = previous(c) + 1;
  end when;
end RationalClock;
