// RUN: causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: error[COMP0006]: external code of M.f does not compile:
model M
  function f
    input Real u;
    output Real y;
  external "C" y = twice(u) annotation (Include = "double twice(double u) { return 2 * u }");
  end f;
  Real x = f(time);
end M;
