// The sizes of a record argument are its own, not those of the defaults of its fields.
// RUN: causeway simulate %s RecordArrayArg -o %t.csv --stop 1
// FINAL: v[3] = 6 +- 1e-9
record R
  parameter String names[:] = {""};
  parameter Real v[:] = {0};
end R;
function f
  input R r;
  output Real v[size(r.v, 1)];
algorithm
  v := 2*r.v;
end f;
model RecordArrayArg
  parameter R r = R(v = {1, 2, 3});
  parameter Real v[:] = f(r);
end RecordArrayArg;
