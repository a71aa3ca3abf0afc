// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0070.mo:11:16: error[FLAT0070]: the size of result 'y' of function 'M.f' is not known during translation
model M
  function f
    input Real u;
    output Real y[:];
  algorithm
    y := if u > 1 then {1} else {1, 2};
  end f;
  Real x = sum(f(time));
end M;
