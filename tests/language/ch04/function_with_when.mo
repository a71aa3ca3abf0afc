// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0628]
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := u;
    when u > 1 then
      y := 2;
    end when;
  end f;
  Real x = f(time);
end M;
