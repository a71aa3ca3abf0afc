// RUN: causeway flatten %s
// CHECK: function InlineFalse.f
model InlineFalse
  function f input Real x; output Real y; algorithm y := x^2 + 1; annotation(Inline = false); end f;
  Real y = f(time);
end InlineFalse;
