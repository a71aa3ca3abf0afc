// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: INST0906.mo:8:5: error[INST0906]: inputs and outputs of a function must be public (MLS 12.2)
model M
  function f
    output Real y;
  protected
    input Real u;
  algorithm
    y := u;
  end f;
  Real x = f(1);
end M;
