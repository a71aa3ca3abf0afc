// reinit with values from before the event.
// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 5.25 +- 1e-06
// FINAL: y = 5.25 +- 1e-06
model ReinitPre
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -1;
  der(y) = 1;
  when time > 0.25 then
    reinit(x, 5);
  elsewhen time >= 0.5 then
    reinit(x, x + 1);
    reinit(y, pre(x));
  end when;
end ReinitPre;
