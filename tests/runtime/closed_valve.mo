// A valve that is closed, towards a tank out of which nothing can flow: both say that there is no flow, and the pressure between
// them does not matter.  The equations are not linear; the solution nearest to the guess is taken until the valve opens.
// RUN: causeway simulate %s -o %t.csv --stop 2
// CHECK: singular but its equations agree
// VALUE: %t.csv m(0.5) = 0 +- 1e-9
// VALUE: %t.csv p(1.5) = 1 +- 1e-6
// FINAL: m = 1 +- 1e-6
model ClosedValve
  Real opening = if time < 1 then 0 else 1;
  Boolean closed = time < 1;
  Real m, p(start = 5);
equation
  m = opening*(2 - p);
  if closed then
    m + m*p^2 = 0;
  else
    p = 1;
  end if;
end ClosedValve;
