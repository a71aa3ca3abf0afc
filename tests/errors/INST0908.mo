// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0908.mo:8:5: error[INST0908]: a function must not have equations (MLS 12.2)
model M
  function f
    output Real y;
  equation
    y = 1;
  end f;
  Real x = f();
end M;
