// RUN: causeway simulate %s -o %t.csv --tolerance 1e-9
// CHECK: its structure changes
// VALUE: %t.csv i(0.4) = 3.2967995396 +- 1e-6
// VALUE: %t.csv i(0.5) = 2.9830 +- 2e-4
model SampledStart "The first mode is left at once, and something is sampled at the start: both happen"
  parameter Real R = 1, L = 1, V = 10;
  discrete Real begun(start = -1, fixed = true);
  Boolean on = time >= begun and time < begun + 0.4 and begun >= 0;
  Real i(start = 0, fixed = true), v, vs, is, s;
  Boolean off = s < 0;
equation
  when sample(0, 1) then
    begun = time;
  end when;
  /* a switch from the source, and a diode beside the load, both ideal */
  vs = V - v;
  if on then
    vs = 0;
  else
    is = 0;
  end if;
  -v = if off then s else 0;
  is - i = if off then 0 else -s;
  v = R*i + L*der(i);
  annotation (experiment(StopTime = 2.2));
end SampledStart;
