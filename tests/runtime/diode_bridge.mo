// Six ideal diodes, without resistance and without leakage, between three sources behind resistances and a load: which of them
// conduct is found by event iteration.  What is expected was found by bisection over the potentials, at 3000 instants of a sixth of a period.
// RUN: causeway simulate %s -o %t.csv --stop 0.2 --stats %t.json --tolerance 1e-8
// RUN: %d/few_events.sh %t.json 260
// CHECK-NOT: chattering
// CHECK-NOT: error
// VALUE: %t.csv mean(0.2) = 1.382225 +- 1e-5
// VALUE: %t.csv square(0.2) = 1.913153 +- 1e-5
// ALWAYS: {v} > -1e-9 and {d[1].v} < 1e-9 and {d[4].v} < 1e-9 and {d[1].i} > -1e-9 and {d[6].i} > -1e-9
package DiodeBridge
  model Diode "either no voltage or no current"
    Real v, i, s(start = 0);
    Boolean off(start = true);
  equation
    off = s < 0;
    v = if off then s else 0;
    i = if off then 0 else s;
  end Diode;
  model Bridge
    constant Real pi = 3.141592653589793;
    parameter Real r = 0.1, R = 1;
    Real e[3] = {sin(2*pi*50*time - 2*pi*k/3) for k in 0:2};
    Real i[3] "into the bridge";
    Real u[3], v, load;
    Real star "of the sources, where nothing is connected";
    Diode d[6];
    Real mean(start = 0, fixed = true), square(start = 0, fixed = true);
  equation
    for k in 1:3 loop
      r*i[k] = e[k] + star - u[k];
      d[k].v = u[k] - v;
      d[3 + k].v = -u[k];
      i[k] = d[k].i - d[3 + k].i;
    end for;
    load = d[1].i + d[2].i + d[3].i;
    load = d[4].i + d[5].i + d[6].i;
    v = R*load;
    der(mean) = if time > 0.1 then v/0.1 else 0;
    der(square) = if time > 0.1 then v*v/0.1 else 0;
  end Bridge;
end DiodeBridge;
