// RUN: causeway simulate %s -o %t.csv --stop 3
// VALUE: %t.csv a[1,3](0.5) = 0.5 +- 1e-9
// VALUE: %t.csv a[3,1](0.5) = 1 +- 1e-9
// VALUE: %t.csv a[2,3](1.5) = 1.5 +- 1e-9
// VALUE: %t.csv a[1,3](1.5) = 0 +- 1e-9
// VALUE: %t.csv b[3](2.5) = 2.5 +- 1e-9
model TwoVaryingSubscripts
  Real a[3, 3], b[3];
  Integer i(start = 1), j(start = 2);
algorithm
  i := 1 + integer(mod(time, 3));
  j := 3;
  a := zeros(3, 3);
  a[i, j] := time;
  a[j, i] := 2*time;
  b := a[:, 3];
  b[i] := time;
end TwoVaryingSubscripts;
