// 12.2 lists the operators that a function cannot call.
// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0548]: initial cannot be used in a function
// CHECK: error[INST0548]: terminal cannot be used in a function
model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := if initial() then u else 1;
    if terminal() then
      y := 2;
    end if;
  end f;
  Real y = f(time);
end M;
