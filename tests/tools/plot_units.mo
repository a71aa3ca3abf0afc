// Panels by unit, display units, long times, all elements of an array in lines that differ, equal scales of phase plots, text as text.
// RUN: causeway simulate %s -o %t.mat -q
// RUN: causeway plot %t.mat T v s -o panels.svg && grep -c '<svg ' panels.svg && grep -o '>time .min.<' panels.svg | wc -l
// CHECK: 3
// FILE-CHECK: %t.units >T [°C]</text>
// RUN: cp panels.svg %t.units
// RUN: causeway plot %t.mat 'x[*]' -o twelve.svg && grep -o "stroke='#[0-9a-f]*' stroke-width='2'\( stroke-dasharray='[0-9 ]*'\)\?" twelve.svg | sort -u | wc -l
// CHECK: 12
// RUN: causeway plot %t.mat --x a b -o phase.svg && python3 %d/plot_units.py phase.svg
// CHECK: equal scales
// RUN: causeway plot %t.mat --x s v -o other.svg && python3 %d/plot_units.py other.svg
// CHECK: other scales
// RUN: causeway plot %t.mat T v -o page.html && ! grep -o 'https\?://[^"]*' page.html && grep -c '<script' page.html
// CHECK: 1
model PlotUnits
  Real T(unit = "K", displayUnit = "degC", start = 293.15, fixed = true);
  Real v(unit = "m/s", start = 0, fixed = true), s(unit = "m", start = 0, fixed = true);
  Real x[12];
  Real a(start = 1, fixed = true), b(start = 0, fixed = true);
equation
  der(T) = 0.01;
  der(v) = 0.1*cos(time/500);
  der(s) = v;
  x = {sin(time/1000 + i) for i in 1:12};
  der(a) = -b/1000;
  der(b) = a/1000;
  annotation (experiment(StopTime = 7200));
end PlotUnits;
