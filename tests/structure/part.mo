// A part is checked with its connectors connected to something: a resistor alone is in order, one with an equation too many is told
// which, and one with overdetermined connectors gets its root from its user.
// RUN: causeway check %s Part.Resistor
// CHECK: Part.Resistor: 6 equations, 6 unknowns
// RUN: causeway check %s Part.Pinned --verbose
// EXIT: 2
// CHECK: error[SYM0401]: the model is over-determined: 7 equations for 6 variables; 1 of these equations must go
// CHECK: edit 1: remove "i = 23" in Part.Pinned
// CHECK: note: what is connected to p
// RUN: causeway check %s Part.Rod
// RUN: causeway check %s Part.Sensor
// RUN: causeway check %s Part.Joined
// CHECK: not counting what its connectors will be connected to
// RUN: causeway check %s Part.Pipe
// CHECK: 0 failed
// RUN: causeway check %s --verbose
// EXIT: 2
// CHECK: Part.Pinned has 7 equations for 6 unknowns
// CHECK: 1 failed
package Part
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model TwoPin
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
  end TwoPin;
  model Resistor
    extends TwoPin;
    parameter Real R = 10;
  equation
    R*i = v;
  end Resistor;
  model Pinned
    extends TwoPin;
    parameter Real R = 10;
  equation
    R*i = v;
    i = 23;
  end Pinned;
  type Phase "an angle that everyone knows from the root"
    extends Real;
    function equalityConstraint
      input Real a;
      input Real b;
      output Real residue[0];
    algorithm
      residue := fill(0.0, 0);
    end equalityConstraint;
  end Phase;
  connector Phasor
    Real v;
    flow Real i;
    Phase gamma;
  end Phasor;
  model Rod "hands the angle on"
    Phasor a, b;
  equation
    Connections.branch(a.gamma, b.gamma);
    b.gamma = a.gamma;
    a.v = b.v + a.i;
    a.i + b.i = 0;
  end Rod;
  model Sensor "only reads the angle"
    Phasor a;
    output Real y = a.gamma;
  equation
    a.i = 0;
  end Sensor;
  model Joined "asks how it is used"
    Pin p, n;
  equation
    if cardinality(p) == 0 then
      p.v = 0;
    end if;
    p.v = n.v;
    p.i + n.i = 0;
  end Joined;
  partial package Medium
    constant Real d;
  end Medium;
  model Pipe "its medium is chosen by its user"
    replaceable package M = Medium;
    Pin a, b;
  equation
    a.v - b.v = M.d*a.i;
    a.i + b.i = 0;
  end Pipe;
end Part;
