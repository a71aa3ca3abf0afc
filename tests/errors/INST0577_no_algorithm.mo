// A function without an algorithm gives nothing.
// RUN: causeway simulate %s -o %t.csv
// EXIT: 2
// CHECK: INST0577_no_algorithm.mo:8:17: error[INST0577]: output y of function INST0577_no_algorithm.empty gets no value (MLS 12.4.4)
model INST0577_no_algorithm
  function empty
    input Real x;
    output Real y;
  end empty;
  Real z = empty(time);
end INST0577_no_algorithm;
