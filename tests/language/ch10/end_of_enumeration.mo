// end in a dimension that an enumeration or Boolean numbers.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y[3] = 3 +- 1e-9
// FINAL: z[2] = 1 +- 1e-9
model EndEnum
  type E = enumeration(one, two, three);
  Real y[E];
  Real z[Boolean];
equation
  y[E.one] = 1; y[E.two] = 2;
  y[end] = 3;
  z[false] = 0;
  z[end] = 1;
end EndEnum;
