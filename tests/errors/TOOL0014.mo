// RUN: mkdir Lib; cp %s Lib/package.mo; causeway check Lib -L .
// EXIT: 2
// CHECK: error[TOOL0014]: Lib.M has 3 equations for 2 unknowns
package Lib
  model M
    Real x, y;
  equation
    x + y = 1;
    x - y = 2;
    x = 3;
  end M;
end Lib;
