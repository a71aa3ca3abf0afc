// A solution where the equation begins to have values: Newton's last step leads beyond it.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: %t.csv x[1] = -41.95 +- 1e-8
// FINAL: %t.csv x[2] = 933.05 +- 1e-6
// FINAL: %t.csv y = 7 +- 1e-8
model SolutionAtTheEdge
  parameter Real n = 3;
  parameter Real p0 = -3;
  Real x[2];
  Real y(start = 8);
equation
  for i in 1:2 loop
    (i - 1)*10 = (((x[i] + 40)*200/130 - p0)/1.5)^(1/n);
  end for;
  (y - 7)^(1/n) + (y - 7)^(2/n) = 0;
end SolutionAtTheEdge;
