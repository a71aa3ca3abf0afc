// A capacitance that a function computes is zero whatever the voltage is, because a parameter nobody can change is zero: the
// voltage is no state, and its derivative does not matter.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK-NOT: warning
// CHECK: no states
// FINAL: d.v = 0.6 +- 1e-9
function device
  input Real v;
  input Real c0;
  output Real c;
  output Real i;
protected
  Real factor;
algorithm
  if v > 0.5 then
    factor := 1 + v;
  else
    factor := exp(v);
  end if;
  c := factor*c0;
  i := v;
end device;

model Device
  parameter Real c0 = 0 annotation(Evaluate = true);
  Real v, c, i, ic;
equation
  (c, i) = device(v, c0);
  ic = c*der(v);
end Device;

model Circuit
  Device d;
equation
  d.i + d.ic = 0.2 + time - d.v;
end Circuit;
