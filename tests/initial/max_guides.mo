// min and max of the unknowns guide the solution: of two roots the one inside the limits is found.
// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv x(0) = 3 +- 1e-8
model Limits
  Real x(start = 2.2, min = 2, max = 10);
equation
  (x - 1)*(x - 3) = time*0;
end Limits;
