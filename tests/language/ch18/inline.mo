// RUN: causeway flatten %s
// CHECK: y = time^2.0 + 1.0;
// CHECK-NOT: function
model Inline
  function f input Real x; output Real y; algorithm y := x^2 + 1; annotation(Inline = true); end f;
  Real y = f(time);
end Inline;
