// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: b.x[3] = 5 +- 1e-12
// RUN: causeway check %s RecordThatVaries
// EXIT: 2
// CHECK: error[INST0591]: r is parameter but its value is continuous-time
// A record component without prefix whose fields are all parameters varies no more than they do (3.8): a parameter can have its value.
model RecordThatVaries
  record R
    parameter Real a = 1;
    Real y = 2;
  end R;
  model B
    parameter R r;
  end B;
  R r1(y = time);
  B b(r = r1);
end RecordThatVaries;
model RecordOfParameters
  record Inner
    parameter Integer n = 2;
  end Inner;
  record R
    parameter Real a = 1;
    Inner inner_;
  end R;
  model B
    parameter R r;
    Real x[r.inner_.n] = fill(time*r.a, r.inner_.n);
  end B;
  R r1(a = 5, inner_(n = 3));
  B b(r = r1);
end RecordOfParameters;
