// A function that is met first in a branch that does not count: its errors are told where it is called.
// RUN: causeway check %s Q.M
// EXIT: 2
// CHECK: error[INST0572]: no function unknown is declared here
package Q
  package Constants
    constant Real c = f(1);
  end Constants;
  function f
    input Real u;
    output Real y;
  algorithm
    y := unknown(u);
  end f;
  model M
    constant Boolean b = false;
    Real y, x;
  equation
    if b then
      y = Constants.c;
    else
      y = time;
    end if;
    x = f(time);
  end M;
end Q;
