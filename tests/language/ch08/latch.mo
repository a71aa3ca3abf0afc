// RUN: causeway simulate %s -o %t.csv --stop 3
// VALUE: %t.csv q(0.9) = 0 +- 0
// VALUE: %t.csv q(1.2) = 1 +- 0
// VALUE: %t.csv q(1.8) = 1 +- 0
// VALUE: %t.csv q(2.5) = 0 +- 0
// VALUE: %t.csv nq(2.5) = 1 +- 0
// A loop of Booleans keeps its state: it is iterated at events until it settles.
model Latch
  Boolean q(start = false), nq(start = true), s = time > 1 and time < 1.5, r = time > 2;
equation
  q = not (r or nq);
  nq = not (s or q);
end Latch;
