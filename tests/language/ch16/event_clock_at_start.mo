// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv n(0.1) = 1 +- 0
// VALUE: %t.csv n(0.9) = 2 +- 0
// VALUE: %t.csv m(0.1) = 0 +- 0
// VALUE: %t.csv m(0.9) = 1 +- 0
// An event clock ticks at edges of its condition (16.3): one that is true from the beginning has an edge there, unless its start value
// says that it was true before.
model EventClockAtStart
  Boolean b = time < 0.3 or time > 0.6;
  Boolean c(start = true) = time < 0.3 or time > 0.6;
  Integer i(start = 0), k(start = 0);
  Integer n = hold(i), m = hold(k);
equation
  when Clock(b) then
    i = previous(i) + 1;
  end when;
  when Clock(c) then
    k = previous(k) + 1;
  end when;
end EventClockAtStart;
