// RUN: causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: COMP0008.mo:5:12: error[COMP0008]: the external function "no_such_function" of M.f is found in no library
model M
  function f
    input Real u;
    output Real y;
  external "C" y = no_such_function(u);
  end f;
  Real x = f(time);
end M;
