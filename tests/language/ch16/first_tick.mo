// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv y(0.1) = 10 +- 1e-12
// VALUE: %t.csv y(0.3) = 11 +- 1e-12
model FirstTick
  Real x(start = 0);
  Real y = hold(x);
equation
  when Clock(0.25) then
    x = if firstTick() then 10 else previous(x) + 1;
  end when;
end FirstTick;
