// RUN: causeway simulate %s Impulse.Rectifier -o %t.csv --tolerance 1e-10
// CHECK: 2 modes, 2 changes
// VALUE: %t.csv v(0.5) = 1 +- 1e-9
// VALUE: %t.csv v(1.5) = 0.606530659713 +- 1e-8
// VALUE: %t.csv v(2.5) = 2 +- 1e-8
// RUN: causeway explain --modes %s Impulse.Steps
// CHECK: 1 s in 1
// CHECK: impulse of i: 2
package Impulse "What an ideal diode does when the voltage in front of a capacitor is switched: impulses decide"
  model Rectifier
    Real u = if time < 1 then 1 elseif time < 2 then -1 else 2;
    Real v(start = 1), i, s;
    Boolean off = s < 0;
  equation
    der(v) = i - v;
    u - v = if off then s else 0;
    i = if off then 0 else s;
    annotation (experiment(StopTime = 3));
  end Rectifier;
  model Steps "of the voltage, upwards only: an impulse of the current, in one mode"
    Real u = if time < 1 then 1 elseif time < 2 then 3 else 0;
    Real v(start = 1), i, s;
    Boolean off = s < 0;
  equation
    der(v) = i;
    u - v = if off then s else 0;
    i = if off then 0 else s;
    annotation (experiment(StopTime = 3));
  end Steps;
end Impulse;
