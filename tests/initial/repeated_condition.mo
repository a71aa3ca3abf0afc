// A class repeats an initial equation of its base class: the second one says nothing new and determines nothing.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK-NOT: warning
// VALUE: %t.csv x(0) = 2 +- 1e-9
// FINAL: kept = 4 +- 1e-9
package RepeatedCondition
  partial model Base
    Real x(start = 2);
    Real u;
    parameter Real kept(fixed = false);
  initial equation
    kept = u;
  end Base;
  model Derived
    extends Base;
  equation
    der(x) = -x;
    u = x*x;
  initial equation
    kept = u;
  end Derived;
end RepeatedCondition;
