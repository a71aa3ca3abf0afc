// Records that are equal as a whole have equal parameters.
// RUN: causeway simulate %s -o %t.csv
// EXIT: 4
// CHECK: record_parameters_differ.mo:14:
// CHECK: parameters of records that are equal differ
model RecordParametersDiffer
  record R
    parameter Integer k = 2;
    Real x;
  end R;
  R r(k = 3, x = time);
  R q(k = 4);
equation
  q = r;
end RecordParametersDiffer;
