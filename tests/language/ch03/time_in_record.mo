// RUN: causeway simulate %s -o %t.csv --stop 2
// CHECK: warning[INST0507]: time can be used in models and blocks only, not in a record (MLS 3.6.7)
// FINAL: r.y = 5 +- 1e-9
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0507]
// A record that is part of a model and names time: others take that of the model.
model time_in_record
  record R
    Real x = time;
    Real y = 2*x + 1;
  end R;
  R r;
end time_in_record;
