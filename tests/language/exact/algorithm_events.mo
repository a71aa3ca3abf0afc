// Relations in loops of an algorithm make events.
// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 3 +- 0
// FINAL: k = 1 +- 0
model AlgorithmEvents
  Real y;
  Integer k(start = 0, fixed = true);
algorithm
  y := 0;
  for i in 1:3 loop
    if time > i*0.25 then
      y := y + 1;
    end if;
  end for;
  when y > 1.5 then
    k := pre(k) + 1;
  end when;
end AlgorithmEvents;
