// Operating point, transient and frequency response of one circuit in one model, after the SPICE library of the paper of Urquia and Dormido: every
// component carries three formulations.  3 V over R1 = 1 ohm feed R2 = 0.5 ohm parallel to C1 = 3 F.  The operating point is found by
// ramping the sources of the transient model for 1 s, holding for 1 s, and clamping the static model to it for a tenth of a second.
// RUN: causeway simulate %s -o %t.csv
// CHECK: frequency response complete
// VALUE: %t.csv C1.a.vTran(1) = 0.367879 +- 1e-6
// VALUE: %t.csv C1.a.vTran(2) = 0.767456 +- 1e-6
// VALUE: %t.csv C1.a.vDC(2) = 0.767456 +- 4e-4
// VALUE: %t.csv C1.a.vDC(2.15) = 1 +- 1e-9
// VALUE: %t.csv V1.a.iDC(2.15) = -2 +- 1e-9
// VALUE: %t.csv power(2.15) = 6 +- 1e-9
// VALUE: %t.csv frequency(2.2) = 1 +- 1e-9
// VALUE: %t.csv dB(2.2) = -25.61 +- 5e-3
// VALUE: %t.csv phase(2.2) = 9.04 +- 1e-2
// FINAL: %t.csv time = 3.2 +- 1e-6
// FINAL: %t.csv dB = -45.51 +- 5e-3
// FINAL: %t.csv phase = 0.91 +- 1e-2
package Spice
  connector Pin "Static, transient, and small-signal values"
    Real vDC, vTran, vRe, vIm;
    flow Real iDC, iTran, iRe, iIm;
  end Pin;

  record Control "What the analysis tells every component"
    Boolean clamp "the static model is held at the transient one";
    Boolean static "the static model has its sources";
    Real ramp "part of the sources' value in the transient model";
    Boolean ac;
    Real w "Angular frequency";
  end Control;

  partial model Part
    outer Control control;
    Pin a, b;
    Real vDC = a.vDC - b.vDC, vTran = a.vTran - b.vTran, vRe = a.vRe - b.vRe, vIm = a.vIm - b.vIm;
  equation
    a.iDC + b.iDC = 0;
    a.iTran + b.iTran = 0;
    a.iRe + b.iRe = 0;
    a.iIm + b.iIm = 0;
  end Part;

  model Resistor
    extends Part;
    parameter Real R = 1;
  equation
    vDC = R*a.iDC;
    vTran = R*a.iTran;
    vRe = R*a.iRe;
    vIm = R*a.iIm;
  end Resistor;

  model Capacitor
    extends Part(vTran(start = 0, fixed = true));
    parameter Real C = 1, clamp = 0.0002 "ohm";
  equation
    a.iDC = if control.clamp then (vDC - vTran)/clamp else 0;
    a.iTran = C*der(vTran);
    a.iRe = -control.w*C*vIm;
    a.iIm = control.w*C*vRe;
  end Capacitor;

  model Source
    extends Part;
    parameter Real dc = 0, ac = 0, phase = 0 "rad";
  equation
    if control.clamp then
      a.iDC = 0 "Sources are open while the static model is clamped";
    else
      vDC = if control.static then dc else 0;
    end if;
    vTran = control.ramp*dc;
    vRe = if control.ac then ac*cos(phase) else 0;
    vIm = if control.ac then ac*sin(phase) else 0;
  end Source;

  model Ground
    Pin a;
  equation
    a.vDC = 0;
    a.vTran = 0;
    a.vRe = 0;
    a.vIm = 0;
  end Ground;

  model RC
    constant Real pi = 3.141592653589793;
    parameter Real scale = 1, slot = 0.1*scale "Times of the ramp, and between steps of the analysis";
    parameter Real first = 1, last = 10 "Hz";
    inner Control control(clamp = time >= 2*scale and time < 2*scale + slot, static = time >= 2*scale + slot,
      ramp = if time < scale then time/scale else 1, ac = time >= 2*scale + 2*slot, w = 2*pi*frequency);
    Real frequency = if time < 2*scale + 2*slot then first else first*(last/first)^((time - 2*scale - 2*slot)/scale) "by decades";
    Source V1(dc = 3, ac = 1, phase = pi/2);
    Resistor R1(R = 1), R2(R = 0.5);
    Capacitor C1(C = 3);
    Ground ground;
    Real power = -V1.vDC*V1.a.iDC "of the static model";
    Real dB = if control.ac then 20*log10(max(1e-300, sqrt(C1.vRe^2 + C1.vIm^2))) else 0;
    Real phase = if control.ac then atan2(C1.vIm, C1.vRe)*180/pi else 0;
  equation
    connect(V1.a, R1.a);
    connect(R1.b, R2.a);
    connect(R1.b, C1.a);
    connect(V1.b, ground.a);
    connect(R2.b, ground.a);
    connect(C1.b, ground.a);
    when frequency >= last then
      terminate("frequency response complete");
    end when;
    annotation(experiment(StopTime = 100, Interval = 0.05, Tolerance = 1e-9));
  end RC;
end Spice;
