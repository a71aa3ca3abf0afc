// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0130]: der() in a clocked partition needs a clock with a solver method
// The empty String associates no method (16.3), whatever other partitions of this clock have.
model EmptyMethod
  Clock c1 = Clock(1, 10);
  Clock c2 = Clock(c1, "ImplicitTrapezoid");
  Clock c3 = Clock(c2, "");
  Real x(start = 1);
equation
  when c3 then
    der(x) = -x;
  end when;
end EmptyMethod;
