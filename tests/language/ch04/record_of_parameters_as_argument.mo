// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: b.x[5] = 3 +- 1e-12
// RUN: causeway check %s RecordThatVaries
// EXIT: 2
// CHECK: error[INST0605]: r changes during simulation
// A record without prefix whose fields are all parameters has a value during translation (3.8): a size can follow from it as a whole.
model RecordThatVaries
  record R
    parameter Integer k = 1;
    Real y = 2;
  end R;
  function size_of
    input R r;
    output Integer n;
  algorithm
    n := r.k + 1;
  end size_of;
  R r(y = time);
  Real x[size_of(r)];
end RecordThatVaries;
model RecordOfParametersAsArgument
  record R
    parameter Real a = 1;
    parameter Integer k = 2;
  end R;
  function size_of
    input R r;
    output Integer n;
  algorithm
    n := r.k + 1;
  end size_of;
  model B
    parameter R r;
    parameter Integer n = size_of(r);
    Real x[n] = fill(r.a, n);
  end B;
  R r1(a = 3, k = 4);
  B b(r = r1);
end RecordOfParametersAsArgument;
