// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv y[1](0.27) = 0.2 +- 1e-9
// VALUE: %t.csv y[2](0.27) = 0.25 +- 1e-9
// VALUE: %t.csv y[3](0.27) = 0 +- 1e-9
// VALUE: %t.csv z(0.27) = 0.2 +- 1e-9
// Arrays of clocks, their constructors, cat, subscripts and if-expressions with parameter conditions (16.3).
model ClockArrays
  parameter Integer f = -2;
  Clock c1 = Clock(1, 10);
  Clock c2 = if f > 0 then subSample(c1, f) elseif f < 0 then superSample(c1, -f) else c1;
  Clock c[3] = cat(1, {subSample(c1, 2)}, {c2, Clock(3, 10)});
  Clock d[2];
  Real u[3] = {sample(time, c[1]), sample(time, c[2]), sample(time, c[3])};
  Real y[3] = {hold(u[1]), hold(u[2]), hold(u[3])};
  Real v = sample(time, d[2]), z = hold(v);
equation
  d = {Clock(1, 3), Clock(1, 10)};
end ClockArrays;
