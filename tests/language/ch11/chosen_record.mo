// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv d[1].of(0.25) = 1 +- 1e-12
// VALUE: %t.csv d[2].of(0.25) = 0 +- 1e-12
// VALUE: %t.csv d[2].of(0.75) = 3 +- 1e-12
// VALUE: %t.csv d[2].x[2](0.75) = 2.25 +- 1e-9
// VALUE: %t.csv last(0.75) = 2.25 +- 1e-9
// In algorithms subscripts that vary may stand in any part of a name on the left side (11.2.1).
model ChosenRecord
  record R
    Integer of;
    Real x[2];
  end R;
  parameter Integer n = 3;
  Boolean b[n] = {true, false, time > 0.5};
  R d[n];
  Integer k;
  Real last;
algorithm
  k := 0;
  for i in 1:n loop
    if b[i] then
      k := k + 1;
      d[k].of := i;
      d[k].x[if i > 1 then 2 else 1] := i*time;
    end if;
  end for;
  last := d[k].x[2];
end ChosenRecord;
