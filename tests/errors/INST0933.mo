// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0933.mo:11:5: error[INST0933]: a function must not contain a component of model 'M.A' (MLS 12.2)
model M
  model A
    Real x = 1;
  end A;
  function f
    output Real y;
  protected
    A a;
  algorithm
    y := 1;
  end f;
  Real x = f();
end M;
