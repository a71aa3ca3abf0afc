// RUN: causeway check %s
// CHECK: INST0577.mo:7:17: warning[INST0577]: output z of function INST0577.f gets no value (MLS 12.4.4)
model INST0577
  function f
    input Real x;
    output Real y;
    output Real z;
  algorithm
    y := x;
  end f;
  Real a, b;
equation
  (a, b) = f(time);
end INST0577;
