// A load of constant power, of constant impedance below half the voltage, is cut off: with the relation as it was there is no
// solution (power without current), with the other value there is: no voltage.
// RUN: causeway simulate %s -o %t.csv --stop 3
// VALUE: %t.csv v(0.9) = 0.8872983346 +- 1e-8
// VALUE: %t.csv v(1.5) = 0 +- 1e-8
// VALUE: %t.csv low(1.5) = 1 +- 0
// VALUE: %t.csv i(2.9) = 0.1127016654 +- 1e-8
// VALUE: %t.csv p(2.9) = 0.1 +- 1e-6
model LoadCutOff
  Real v(start = 1), i(start = 0.1), p;
  Boolean low = v < 0.5;
  Boolean open = time >= 1 and time < 2;
equation
  if open then
    i = 0;
  else
    v = 1 - i;
  end if;
  p = v*i;
  p = if low then 0.25*v^2 else 0.1;
end LoadCutOff;
