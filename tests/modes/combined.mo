// RUN: causeway combine %r/examples/modes/liquid_vapour.mo -o %t.mo
// FILE-CHECK: %t.mo then pre(T) else pre('alpha T'))
// RUN: causeway simulate %t.mo -o lv.csv --tolerance 1e-9
// VALUE: lv.csv T(9.999999) = 309.999999 +- 1e-8
// VALUE: lv.csv T(10) = 373 +- 1e-8
// VALUE: lv.csv mvap(20) = 100 +- 1e-8
// VALUE: lv.csv T(28) = 393 +- 1e-8
// VALUE: lv.csv Fcf(35) = -4 +- 1e-8
// FINAL: lv.csv mvap = 60 +- 1e-8
// RUN: causeway fmu %t.mo --kind me -o %t.fmu
// CHECK: .fmu
// RUN: causeway combine %r/examples/modes/half_wave.mo -o half.mo && causeway simulate half.mo -o a.csv --tolerance 1e-10 --filter '(i|v)'
// RUN: causeway simulate %r/examples/modes/half_wave.mo -o b.csv --tolerance 1e-10 --filter '(i|v)' && causeway compare a.csv b.csv
// CHECK: 2 variables compared, 0 different
// RUN: causeway simulate %s -o as.csv --tolerance 1e-9 --filter '(i|v|q|y)' && causeway combine %s -o w.mo && causeway simulate w.mo -o w.csv --tolerance 1e-9 --filter '(i|v|q|y)' && causeway compare as.csv w.csv
// RUN: causeway combine %s -o w.dym && (cat w.dym; echo simulate d.csv) > run.dym && causeway classic run.dym
// VALUE: d.csv q(2.4) = 0.0907179532894 +- 1e-6
// VALUE: d.csv q(4.95) = 0.364539 +- 1e-4
// RUN: causeway combine %r/examples/modes/liquid_vapour.mo -o lv.dym && (cat lv.dym; echo simulate lvd.csv) > run.dym && causeway classic run.dym
// VALUE: lvd.csv T(28) = 393 +- 1e-8
// VALUE: lvd.csv mvap(40) = 60 +- 1e-8
// RUN: causeway fmu %r/examples/modes/liquid_vapour.mo --kind me -o lv.fmu && causeway simulate lv.fmu -o lvf.csv
// VALUE: lvf.csv T(28) = 393 +- 1e-8
// VALUE: lvf.csv mvap(40) = 60 +- 1e-8
// RUN: causeway fmu %r/examples/modes/ideal_clutch.mo -o no.fmu
// EXIT: 3
// CHECK: values jump by impulses
model Combined "What combine writes is simulated to the same result, and goes out as an FMU; with when, reinit and an input"
  input Real u(start = 0);
  output Real y = i;
  Real i(start = 0), v, s;
  Real q(start = 1, fixed = true);
  Boolean off = s < 0;
  Boolean dead(start = false, fixed = true);
equation
  sin(time) + u = v + i + der(i);
  v = if off or dead then s else 0;
  i = if off or dead then 0 else s;
  when time > 8 then
    dead = true;
  end when;
  der(q) = -q;
  when off then
    reinit(q, 1);
  end when;
  annotation (experiment(StopTime = 15));
end Combined;
