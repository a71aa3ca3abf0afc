model Latch
  Boolean q(start = false), nq(start = true), s = time > 1 and time < 1.5, r = time > 2;
equation
  q = not (r or nq);
  nq = not (s or q);
end Latch;
