// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: r[1].x[3] = 3 +- 1e-9
// FINAL: r[2].x[2] = 4 +- 1e-9
// FINAL: y[1] = 6 +- 1e-9
// FINAL: y[2] = 6 +- 1e-9
// FINAL: n[1] = 3 +- 0
// FINAL: n[2] = 2 +- 0
// FINAL: z = 51 +- 1e-9
// The records of an array may differ in the sizes of their fields, whether they are parameters or not.
model records_of_unequal_size
  record R
    Real x[:];
  end R;
  record P
    parameter Real x[:];
  end P;
  record P1 = P(x = {1});
  record P2 = P(x = {2, 3});
  R r[2] = {R((1:3)*time), R((1:2)*(1 + time))};
  Real y[2];
  Integer n[2] = {size(r[j].x, 1) for j in 1:2};
  P1 p1;
  P2 p2;
  P p[2] = {p1, p2};
  Real z = sum(p[1].x) + 10*sum(p[2].x);
equation
  for j in 1:2 loop
    y[j] = sum(r[j].x);
  end for;
end records_of_unequal_size;
