// Unknowns of the integrator are derivatives here, those of parts at rest mostly: they need to be known only as far as
// they move a voltage.
// RUN: causeway simulate %s --solver ida --stop 1e-6 --tolerance 1e-8 --stats stats.json -o %t.csv
// CHECK: ida (klu)
// RUN: python3 -c 'import json; d = json.load(open("stats.json")); print("few" if d["rhs"] < 20000 and d["jacobians"] < 500 else d)'
// CHECK: few
// VALUE: %t.csv collector[4](1e-6) = 0.0207236 +- 2e-7
// VALUE: %t.csv collector[7](1e-6) = 4.9998728 +- 2e-7
model RatesAtRest "Inverters in a line: a few switch, the others are at rest"
  parameter Integer n = 40;
  parameter Real Cb = 1e-12, Cm = 3e-12, Cc = 2e-12, Cn = 3e-13, Is = 1e-16, beta = 75, Vt = 0.0259;
  Real base[n](each start = 0.7, each fixed = true), collector[n](each start = 1, each fixed = true);
  Real u = if mod(time, 2e-7) < 1e-7 then 0 else 3;
protected
  Real i[n], along[n + 1];
equation
  along[1] = 0;
  along[n + 1] = 0;
  for k in 1:n loop
    i[k] = Is*exp((base[k] - 50*i[k])/Vt);
    if k < n then
      along[k + 1] = Cn*(der(collector[k]) - der(base[k + 1]));
    end if;
    Cb*der(base[k]) + Cm*(der(base[k]) - der(collector[k])) = ((if k > 1 then collector[k - 1] else u) - base[k])/1e4 - i[k] + along[k];
    Cc*der(collector[k]) + Cm*(der(collector[k]) - der(base[k])) = (5 - collector[k])/1000 - beta*i[k]*(1 - exp(-collector[k]/Vt)) - along[k + 1];
  end for;
end RatesAtRest;
