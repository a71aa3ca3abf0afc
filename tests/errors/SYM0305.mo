// RUN: causeway simulate %s --stop 1 -o %t.csv
// CHECK: SYM0305.mo:15:3: warning[SYM0305]: index reduction differentiates the function M.f, for which a difference quotient is taken
// CHECK: note: it is declared here
// CHECK: hint: give it a derivative annotation (MLS 12.7.1)
// FINAL: v = 0.14064985 +- 1e-8
model M
  function f
    input Real u;
    output Real y;
  external "C" y = expm1(u);
  end f;
  Real x, v;
equation
  der(x) = v;
  f(x) = sin(time) + 2;
end M;
