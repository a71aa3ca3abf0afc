// RUN: causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: GEN0004.mo:5:12: error[GEN0004]: external language "Ada" of M.f
model M
  function f
    input Real u;
    output Real y;
  external "Ada" y = f(u);
  end f;
  Real x = f(time);
end M;
