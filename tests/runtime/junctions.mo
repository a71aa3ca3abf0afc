// A chain of gates that switch one after the other: currents of their junctions grow tenfold in 60 mV, far more than a
// step changes a voltage elsewhere.  The corrector makes its matrix again on the way instead of giving steps up.
// RUN: causeway simulate %s --solver ida --stats %t.json -o %t.csv
// RUN: python3 -c "import json; s = json.load(open('%t.json')); print('few' if s['corrector_failures'] < 0.1 * s['steps'] else s['corrector_failures'], 'of', s['steps'])"
// CHECK: few of
// FINAL: g[60].out = 0.0467 +- 0.001
model Junctions "inverters in a chain, driven by pulses"
  model Gate "a transistor with a resistor at its collector, and its base behind one"
    parameter Real Is = 1e-16, B = 75, Vt = 0.0258, Rb = 4e3, Rc = 1.6e3, Cb = 1e-12, Cc = 3e-12;
    input Real u;
    output Real out(start = 5, fixed = true);
    Real b(start = 0, fixed = true) "base";
    Real e(start = 0) "behind the resistance of the base";
    Real ib, ic;
  equation
    ib = (b - e)/100;
    ib = Is*(exp(e/Vt) - 1)/B + Is*(exp((e - out)/Vt) - 1);
    ic = Is*(exp(e/Vt) - exp((e - out)/Vt)) - Is*(exp((e - out)/Vt) - 1);
    Cb*der(b) = (u - b)/Rb - ib;
    Cc*der(out) = (5 - out)/Rc - ic;
  end Gate;
  constant Integer n = 60;
  Gate g[n];
  Real drive = if mod(time, 4e-8) < 2e-8 then 0 else 3;
equation
  g[1].u = drive;
  for i in 2:n loop
    g[i].u = g[i - 1].out;
  end for;
  annotation(experiment(StopTime = 4e-7, Tolerance = 1e-3));
end Junctions;
