// RUN: mkdir Lib; cp %s Lib/package.mo; (causeway test Lib -L . --timeout 50 & pid=$!; sleep 1; kill -INT $pid; wait $pid)
// EXIT: 1
// CHECK: error[TOOL0032]: interrupted after 0 of 1 models
within;
package Lib
  model A
    Real x(start = 0, fixed = true);
  equation
    der(x) = sin(1e4*time);
    annotation (experiment(StopTime = 1e9));
  end A;
end Lib;
