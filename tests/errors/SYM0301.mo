// RUN: causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: SYM0301.mo:17:11: error[SYM0301]: index reduction must differentiate this equation, but the derivative of what delay() gives is not known
// Difference quotients of difference quotients have an end.
// RUN: sed 's/x + 0.1.delay(x, 0.1) =/f(x) =/; s/der(x) = v/der(x) = v; der(v) = a; der(a) = j/; s/Real x, v/Real x, v, a, j/' %s > third.mo; causeway simulate third.mo -o %t.csv
// EXIT: 3
// CHECK: error[SYM0301]: index reduction must differentiate this equation, but the function M.f has no derivative annotation, and it would have to be differentiated more than twice
model M
  function f
    input Real u;
    output Real y;
  external "C" y = expm1(u);
  end f;
  Real x, v;
equation
  der(x) = v;
  x + 0.1*delay(x, 0.1) = sin(time) + 2;
end M;
