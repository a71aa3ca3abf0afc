// A Real variable of an algorithm that is given only what does not change between events may decide about an Integer (MLS 3.8.4).
// RUN: causeway simulate %s -o %t.csv
// FINAL: i = 1382 +- 0
// FINAL: total = 99.5007332812925 +- 1e-9
model DiscreteInLoop
  Integer i;
  Real total, delta;
algorithm
  total := 0;
  i := 1;
  delta := exp(-0.01*i);
  while noEvent(delta >= 1e-6) loop
    total := total + delta;
    i := i + 1;
    delta := exp(-0.01*i);
  end while;
end DiscreteInLoop;
