// RUN: causeway check %s Untouched
// RUN: causeway simulate %s Untouched -o %t.csv --stop 1
// FINAL: %t.csv data[1] = 0.9 +- 1e-9
// FINAL: %t.csv data[2] = 4 +- 1e-12
// FINAL: %t.csv x[1] = 1 +- 1e-9
// FINAL: %t.csv x[2] = 2 +- 1e-12
// FINAL: %t.csv x[3] = 7 +- 1e-12
// FINAL: %t.csv r[2].d = 0 +- 1e-12
// RUN: causeway simulate %s Read -o %t2.csv --stop 1
// FINAL: %t2.csv y = 5 +- 1e-12
// An algorithm that assigns an element of an array initialises the whole of it (11.1.2): what nothing else determines keeps its start value, or pre value.
// An element that has an equation of its own has that.
model Untouched
  discrete Real data[2](start = {3, 4}, each fixed = true);
  Real x[3](start = {1, 2, 3});
  record R
    Real d;
  end R;
  R r[2];
algorithm
  when sample(0, 0.3) then
    data[1] := time;
  end when;
algorithm
  x[1] := time;
  r[1].d := x[1];
equation
  x[3] = 7;
end Untouched;
model Read "the other element is read by an equation"
  Real x[2](start = {4, 5}), y = x[2];
algorithm
  x[1] := time;
end Read;
