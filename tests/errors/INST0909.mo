// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0909.mo:9:5: error[INST0909]: a function must not have both an algorithm section and an external body (MLS 12.2)
model M
  function f
    output Real y;
  algorithm
    y := 1;
    external "C" y = g();
  end f;
  Real x = f();
end M;
