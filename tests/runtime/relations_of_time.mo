// Relations of time alone are found whatever the steps of the integrator are: the crossings of the sine between output
// points 6 s apart, a peak of 1.4 ms every second, and the same through a variable.
// RUN: causeway simulate %s -o %t.csv --solver cvode
// FINAL: %t.csv x = 2.9206084751 +- 1e-6
// FINAL: %t.csv n = 478 +- 0
// RUN: causeway simulate %s -o %t.2.csv --solver dopri5 --tolerance 1e-4
// FINAL: %t.2.csv n = 478 +- 0
// RUN: causeway simulate %s -o %t.3.csv --stop 300 --intervals 1
// FINAL: %t.3.csv m = 300 +- 0
model M
  Real x(start = 0, fixed = true), u = cos(2*3.14159265358979*time + 1);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  der(x) = if sin(time) > 0 then 1 else -1;
  when sin(time) > 0 then
    n = pre(n) + 1;
  end when;
  when u > 1 - 1e-5 then
    m = pre(m) + 1;
  end when;
  annotation(experiment(StopTime = 3000));
end M;
