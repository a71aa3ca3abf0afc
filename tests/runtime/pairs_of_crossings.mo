// A relation that changes and changes back within a step: the peaks of an oscillation, 2.8 ms wide, and a variable that
// passes through a narrow band.
// RUN: causeway simulate %s -o %t.csv --tolerance 1e-8 --intervals 1
// FINAL: n = 10 +- 0
// FINAL: k = 1 +- 0
// RUN: causeway simulate %s -o %t.2.csv --tolerance 1e-8 --intervals 1 --solver dopri5
// FINAL: %t.2.csv n = 10 +- 0
// RUN: causeway simulate %s -o %t.3.csv --tolerance 1e-8 --intervals 1 --solver ida
// FINAL: %t.3.csv n = 10 +- 0
model M
  Real s(start = 0, fixed = true), c(start = 1, fixed = true), x(start = -1, fixed = true);
  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);
equation
  der(s) = c;
  der(c) = -s;
  der(x) = 2 + 0.1*s;
  when s > 1 - 4e-6 then
    n = pre(n) + 1;
  end when;
  when x^2 < 1e-4 then
    k = pre(k) + 1;
  end when;
  annotation(experiment(StopTime = 62.83185307179586));
end M;
