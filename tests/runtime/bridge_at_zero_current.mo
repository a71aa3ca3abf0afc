// RUN: causeway simulate %s -o %t.csv
// CHECK-NOT: RT0050
// CHECK-NOT: RT0051
// FINAL: mean = 20 +- 0.1
// A leg of switches with antiparallel diodes (1e-5 ohm closed, 1e-5 S open) on 100 V: near zero the current through what is
// closed is a difference of potentials, which rounding leaves uncertain by 1e-9 A, more than the band around the crossing.
model BridgeAtZeroCurrent
  model Ideal "a diode, or a switch that conducts one way"
    Real v, i, s(start = 0);
    Boolean fire, off(start = true);
    parameter Real Ron = 1e-5, Goff = 1e-5;
  equation
    off = s < 0 or not fire;
    v = s*(if off then 1 else Ron);
    i = s*(if off then Goff else 1);
  end Ideal;
  Ideal tpp, tpn, tnp, tnn "switches: leg p and n, side p and n";
  Ideal dpp, dpn, dnp, dnn "their diodes";
  Real vp, vn "potentials of the legs";
  Real iL(start = 0, fixed = true), mean(start = 0, fixed = true);
  Real saw = time*1000 - floor(time*1000);
  Boolean up = abs(2*saw - 1) > 0.4;
equation
  tpp.fire = up; tpn.fire = not up; tnp.fire = not up; tnn.fire = up;
  dpp.fire = true; dpn.fire = true; dnp.fire = true; dnn.fire = true;
  tpp.v = 100 - vp; dpp.v = vp - 100; tpn.v = vp; dpn.v = -vp;
  tnp.v = 100 - vn; dnp.v = vn - 100; tnn.v = vn; dnn.v = -vn;
  tpp.i - dpp.i = tpn.i - dpn.i + iL;
  tnp.i - dnp.i + iL = tnn.i - dnn.i;
  der(iL) = vp - vn - 100*iL;
  der(mean) = 100*(vp - vn - mean);
  annotation (experiment(StopTime = 0.1, Tolerance = 1e-6));
end BridgeAtZeroCurrent;
