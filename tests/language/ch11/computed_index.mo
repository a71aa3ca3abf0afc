// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: a[1] = 5 +- 0
// FINAL: a[2] = 5 +- 0
// FINAL: a[3] = 6 +- 0
// FINAL: b[1] = 2 +- 0
// FINAL: b[2] = 7 +- 0
// FINAL: b[3] = 1 +- 0
// FINAL: m[1,1] = 2 +- 0
// FINAL: m[1,2] = 1 +- 0
// FINAL: m[2,1] = 3 +- 0
// FINAL: c[1].k = 2 +- 0
// FINAL: c[1].v = 0.5 +- 0
// FINAL: c[2].k = 1 +- 0
// FINAL: c[2].v = 1.5 +- 0
model ComputedIndex "a subscript and a value that read the array being assigned are those of before (MLS 3.6, 11.2.1.1)"
  record R
    Integer k;
    Real v;
  end R;
  Integer a[3], b[3], m[2, 2];
  R c[2];
algorithm
  a := {4, 5, 6};
  a[1 + mod(a[2] + a[1], 3)] := a[1] + 1;
  b := {2, 3, 1};
  b[b[b[3]]] := b[1] + 5;
  m := {{1, 2}, {3, 4}};
  m[m[1, 1], :] := {m[m[1, 1], 2], m[m[1, 1], 1]};
  c := {R(2, 1.5), R(1, 0.5)};
  c[c[1].k] := R(c[2].k, c[1].v);
  c[c[2].k] := R(3 - c[c[2].k].k + c[2].k, 0.5);
end ComputedIndex;
