// RUN: causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: error[COMP0007]: external code of M.f cannot be loaded:
model M
  function f
    input Real u;
    output Real y;
  external "C" y = twice(u) annotation (Include = "double helper(double); double twice(double u) { return helper(u); }");
  end f;
  Real x = f(time);
end M;
