// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0591]
model M
  function f
    input Real u;
    output Real y;
  protected
    constant Real k = u;
  algorithm
    y := k;
  end f;
  Real x = f(time);
end M;
