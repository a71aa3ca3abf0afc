// RUN: mkdir Lib; cp %s Lib/package.mo; echo 'verified Lib.Gone' > base.txt; causeway test Lib -L . --baseline base.txt
// EXIT: 1
// CHECK: error[TOOL0034]: Lib.Gone is in the baseline, but not in the library any more
within;
package Lib
  model A
    Real x = time;
    annotation (experiment(StopTime = 1));
  end A;
end Lib;
