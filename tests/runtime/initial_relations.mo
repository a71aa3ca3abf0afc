// Where the equations have no solution with the relations as the start values have them, those of the point where the search
// began are tried: between the limits u = 10 + u cannot hold.  homotopy() decides among several solutions even where the start
// value is one of them.
// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv y(0) = 0.99 +- 1e-9
// VALUE: %t.csv u(0) = 10.99 +- 1e-9
// VALUE: %t.csv x(0) = 3 +- 1e-9
model InitialRelations
  Real u, y;
  Real x(start = 0);
equation
  u = 10 + y;
  y = smooth(0, if u > 0.99 then 0.99 elseif u < -0.99 then -0.99 else u);
  0 = homotopy(x*(x - 3), x - 3);
end InitialRelations;
