// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0061]
model M
  function f input Real u; output Integer y; algorithm y := integer(u); end f;
  Integer i = f(time);
end M;
