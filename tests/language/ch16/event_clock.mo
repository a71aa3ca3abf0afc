// RUN: causeway simulate %s -o %t.csv --stop 3.2
// VALUE: %t.csv n(0.9) = 0 +- 0
// VALUE: %t.csv n(1.1) = 1 +- 0
// VALUE: %t.csv n(3.1) = 2 +- 0
model EventClock
  Boolean b = sin(2*3.14159265358979*(time - 1)/2) > 0 and time > 0.5;
  Integer c(start = 0);
  Integer n = hold(c);
equation
  when Clock(b) then
    c = previous(c) + 1;
  end when;
end EventClock;
