// RUN: causeway check %s
// CHECK: :23:3: warning[FLAT0120]: the units of what is connected do not agree: 'length.y' has unit "m", 'force.u' has unit "N"
// CHECK-NOT: :24:3: warning
// CHECK-NOT: :25:3: warning
model Connections "a gain is declared as a number and stands for any unit; inputs without unit take what comes"
  connector In = input Real;
  connector Out = output Real;
  block Gain
    parameter Real k(unit = "1") = 1;
    In u;
    Out y = k*u;
  end Gain;
  block Length
    Out y(unit = "m") = 1;
  end Length;
  block Force
    In u(unit = "N");
  end Force;
  Length length;
  Gain gain;
  Force force, controlled;
equation
  connect(length.y, force.u);
  connect(length.y, gain.u);
  connect(gain.y, controlled.u);
end Connections;
