// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[INST0577]: output cp of function OutputWithoutValue.Psat gets no value
// CHECK: now it is zero
// FINAL: y = 49.571925608922747 +- 1e-9
// RUN: causeway check %s --strict
// EXIT: 2
// CHECK: error[INST0577]
model OutputWithoutValue "a second output of a function, which nobody uses, gets no value"
  function Psat
    input Real T;
    output Real p;
    output Real cp;
  algorithm
    p := exp(16.9 - 3795/(T + 231));
  end Psat;
  Real y = Psat(60 + time);
end OutputWithoutValue;
