// A variable of a function that got a NaN has a value: only one that never got any stops a run (MLS 3.6, 12.4.4).
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 3 +- 1e-9
model NanIsAValue
  function pick "goes on where an intermediate result is no number"
    input Real u;
    output Real y;
  protected
    Real s;
    Boolean done = false;
  algorithm
    while not done loop
      if u > 10 then
        done := true;
      else
        s := (u - u)/(u - u);
        y := if s > 0 or s <= 0 then 1 else 3;
        done := not s == 2;
      end if;
    end while;
  end pick;
  Real y = pick(1 + time);
end NanIsAValue;
