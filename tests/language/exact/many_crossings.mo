// Crossings of time alone over many periods.
// RUN: causeway simulate %s -o %t.csv --stop 3000 --tolerance 1e-8
// FINAL: x = 1.9756821998857506 +- 0.003
// FINAL: n = 477 +- 1
model ManyCrossings
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = sin(time);
  when sin(time) > 0 then
    n = pre(n) + 1;
  end when;
end ManyCrossings;
