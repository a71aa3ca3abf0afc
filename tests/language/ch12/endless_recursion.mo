// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: endless_recursion.mo:6:12: error[RT0060]: {{.*}}calls are nested too deeply (endless recursion?) in function
// CHECK: M.f
model M
  function f
    input Real x;
    output Real y;
  algorithm
    y := if x > 2 then f(x) + 1 else x;
  end f;
  Real a = f(4 * time);
end M;
