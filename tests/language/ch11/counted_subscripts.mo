// Subscripts that an algorithm counts: where loops are unrolled, k := k + 1 is a number in each round, so that one element
// is assigned and not all compared (n^2 rounds by n^2 elements).  Guarded subscripts may lie outside, branches and loops that run
// leave numbers unknown.
// RUN: causeway simulate %s -o %t.csv --stop 1
// TIMEOUT: 20
// FINAL: k = 900 +- 0
// FINAL: last = 901 +- 1e-9
// FINAL: r[900,2] = 871 +- 1e-9
// FINAL: r[1,3] = 900 +- 1e-9
// FINAL: other[5] = 6 +- 1e-9
// FINAL: some[1] = 3 +- 1e-9
// FINAL: some[2] = 0 +- 1e-9
// FINAL: some[3] = 7 +- 1e-9
// FINAL: some[4] = 9 +- 1e-9
// VALUE: %t.csv some[2](0) = 5 +- 1e-9
// VALUE: %t.csv some[3](0) = 9 +- 1e-9
// VALUE: %t.csv some[1](0) = 3 +- 1e-9
model CountedSubscripts
  parameter Integer n = 30;
  Integer k, m, j;
  Real r[n*n, 3], last, other[5], some[4];
algorithm
  k := 0;
  for i in 1:n loop
    for j in 1:n loop
      k := k + 1;
      r[k, 1] := i*j + time;
      r[k, 2] := if k > 1 then r[k - 1, 1] else 0;
      r[n*n - k + 1, 3] := k;
    end for;
  end for;
  last := r[k, 1];
  // beyond the array, but guarded
  m := 0;
  for i in 1:8 loop
    m := m + 1;
    if m <= 5 then
      other[m] := m + time;
    end if;
  end for;
  // what happens in a branch is not known behind it
  m := 2;
  if time > 0.5 then
    m := 3;
    some[m] := 7;
  else
    some[m] := 5;
  end if;
  some[m + 1] := 9;
  j := 1;
  while some[j] < 6 and j < 4 loop
    j := j + 1;
  end while;
  some[1] := j;
end CountedSubscripts;
