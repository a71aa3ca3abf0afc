// RUN: causeway check %s
// CHECK: :26:3: warning[FLAT0120]: the units do not agree: left side 'area' has unit "m3", right side 'square(x)' has unit "m2"
// CHECK: :21:3: warning[FLAT0120]: the units do not agree: left side 'der(v)' has unit "m/s2", right side 'a' has unit "m/kg"
// CHECK: :22:3: note: 'a' has no unit of its own; this makes it "m/kg"
// CHECK: :23:3: note: 'b' has no unit of its own; this makes it "m/kg"
// CHECK: :24:3: note: 'c' has no unit of its own; this makes it "m"
// CHECK-NOT: :27:
model Inference "units of variables that have none, through equations and a function that takes any unit"
  function square
    input Real u;
    output Real y;
  algorithm
    y := u^2;
  end square;
  Real x(unit = "m"), v(unit = "m/s"), area(unit = "m3"), energy(unit = "J");
  Real a, b, c;
  parameter Real m(unit = "kg") = 1;
  parameter Boolean heavy = true;
equation
  der(x) = v;
  der(v) = a;
  b = a;
  c = b*m;
  c = x;

  area = square(x);
  energy = if heavy then m*square(v) else x; // the branch that is never taken does not count
end Inference;
