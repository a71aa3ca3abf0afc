// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0565]
model M
  partial function F input Real u; output Real y; end F;
  function apply input F f; input Real u; output Real y; algorithm y := f(u); end apply;
  Real x = apply(3, 2);
end M;
