// Start values of variables in a differentiated expression are what a model begins with that gives no other.
// RUN: causeway simulate %s -o %t.csv --stop 0.1
// VALUE: %t.csv x(0) = 10 +- 1e-9
// VALUE: %t.csv y(0) = -1 +- 1e-9
model DerExpression
  Real x(start = 10), y(start = -1);
equation
  der(x*y + 1) = 4;
  der(x + 2*y) = -x;
end DerExpression;
