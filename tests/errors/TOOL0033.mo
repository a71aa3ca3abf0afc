// RUN: mkdir Lib; cp %s Lib/package.mo; echo 'fine Lib.A' > base.txt; causeway test Lib -L . --baseline base.txt
// EXIT: 1
// CHECK: error[TOOL0033]: base.txt:1: not a line of a baseline
within;
package Lib
  model A
    Real x = time;
    annotation (experiment(StopTime = 1));
  end A;
end Lib;
