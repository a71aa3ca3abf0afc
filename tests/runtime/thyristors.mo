// A half-controlled single-phase bridge with thyristors fired at 60 degrees and a freewheeling path through its diodes, on a load of
// resistance and inductance: no current flows back and no voltage below zero appears at the load.  Mean voltage: (1 + cos(60 deg))/pi.
// RUN: causeway simulate %s -o %t.csv --stop 0.2 --stats %t.json
// RUN: %d/few_events.sh %t.json 200
// CHECK-NOT: chattering
// CHECK-NOT: error
// VALUE: %t.csv mean(0.2) = 0.477465 +- 2e-4
// ALWAYS: {u} > -1e-3 and {i} > -1e-6
package Thyristors
  partial model Valve
    parameter Real Ron = 1e-5, Goff = 1e-5;
    Real v, i, s(start = 0);
    Boolean off(start = true);
  equation
    v = s*(if off then 1 else Ron);
    i = s*(if off then Goff else 1);
  end Valve;
  model Diode
    extends Valve;
  equation
    off = s < 0;
  end Diode;
  model Thyristor
    extends Valve(off(fixed = true));
    Boolean fire;
  equation
    off = s < 0 or pre(off) and not fire;
  end Thyristor;
  model Bridge
    constant Real pi = 3.141592653589793;
    Real phase = mod(time*50, 1);
    Real e = sin(2*pi*50*time);
    Real i(start = 0, fixed = true), u, line, top;
    Real node[2] "the two ends of the source, above the lower rail";
    Thyristor t[2];
    Diode d[2];
    Real mean(start = 0, fixed = true);
  equation
    t[1].fire = phase > 1/6 and phase < 0.2;
    t[2].fire = phase > 2/3 and phase < 0.7;
    e = node[1] - node[2];
    for k in 1:2 loop
      t[k].v = node[k] - top;
      d[k].v = -node[k];
    end for;
    line = t[1].i - d[1].i;
    line = -(t[2].i - d[2].i);
    t[1].i + t[2].i = i;
    u = top;
    0.05*der(i) = u - 1*i;
    der(mean) = if time > 0.1 then 10*u else 0;
  end Bridge;
end Thyristors;
