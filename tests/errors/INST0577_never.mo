// An output that the algorithm never assigns.
// RUN: causeway simulate %s -o %t.csv
// EXIT: 2
// CHECK: INST0577_never.mo:10:17: error[INST0577]: output z of function INST0577_never.never gets no value (MLS 12.4.4)
// CHECK: hint: assign it in the algorithm, or give it a default
model INST0577_never
  function never
    input Real x;
    output Real y;
    output Real z;
  algorithm
    y := x;
  end never;
  Real a, b;
equation
  (a, b) = never(time);
end INST0577_never;
