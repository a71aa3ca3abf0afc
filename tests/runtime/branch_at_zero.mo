// A source that starts from zero at an event: derivatives agree on both sides, and vanish again one period later,
// where the next event is.  An integrator that kept its step size over the event would see nothing in between.
// RUN: causeway simulate %s --stop 0.04 --tolerance 1e-7 -o %t.csv
// VALUE: %t.csv x(0.03) = 50 +- 0.01
// VALUE: %t.csv x(0.0399999) = 100 +- 0.01
model BranchAtZero
  parameter Real ts = 0.02;
  Real u = if time < ts then 0 else 100*sin(314.159265358979*(time - ts));
  Real x(start = 0, fixed = true);
  discrete Real y(start = 0, fixed = true);
equation
  der(x) = u^2;
  when sample(0.02, 0.02) then
    y = pre(x);
  end when;
end BranchAtZero;
