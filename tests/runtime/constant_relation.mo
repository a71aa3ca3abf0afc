// A relation between variables that turn out to be constant is decided during translation: the pressure of the port is that of
// the vessel, which is found by differentiation, although the if-equation could also give the flow.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: m = 2 +- 1e-5
// FINAL: rate = 1 +- 1e-5
model ConstantRelation
  Real level = 0, height = 0;
  Boolean regular, inflow;
  Real s(start = 1);
  Real m, p, port, rate;
equation
  der(m) = rate;
  p = m;
  regular = level >= height;
  inflow = not regular and s > 0;
  if regular then
    port = p;
    s = level - height;
  elseif inflow then
    port = p;
    s = rate;
  else
    rate = 0;
    s = port - p;
  end if;
  port = 1 + time;
end ConstantRelation;
