// RUN: causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: SYM0301.mo:13:3: error[SYM0301]: index reduction must differentiate this equation, but it cannot be differentiated
model M
  function f
    input Real u;
    output Real y;
  external "C" y = fabs(u);
  end f;
  Real x, y;
equation
  der(x) + der(y) = 1;
  f(x) + f(y) = 1;
end M;
