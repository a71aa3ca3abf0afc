// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[FLAT0062]: reinit of 'x' stands in two when-equations (MLS 8.3.6)
// VALUE: %t.csv x(0.6) = 2.1 +- 1e-6
// VALUE: %t.csv x(0.8) = 3.1 +- 1e-6
// FINAL: x = 9 +- 1e-6
model ReinitInTwoWhens "one after the other, as other tools take it; the last one counts at one time"
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when time > 0.5 then
    reinit(x, 2);
  end when;
  when time > 0.7 then
    reinit(x, 3);
  end when;
  when time >= 1 then
    reinit(x, 8);
  end when;
  when time >= 1 then
    reinit(x, 9);
  end when;
end ReinitInTwoWhens;
