// RUN: causeway simulate %s -o %t.csv --stop 100
// CHECK-NOT: RT0033
// FINAL: T = 306.9346 +- 1e-3
// FINAL: m_vap = 0.0984705 +- 1e-6
// ALWAYS: abs({m_dry} + {m_vap} - {V}*{d}) < 1e-9
// Which variables are states is picked while running: equations that pick stay out of systems inside a torn one, which
// would be singular for some of the choices where the whole is not.
model Tank "air with vapour at a constant pressure"
  parameter Real V = 10, p = 1e5;
  Real m_dry, m_vap, E, T, x, X, pv, ha, hv, h, d, wa, wb;
initial equation
  T = 293.15;
  X = 0.007;
equation
  x = X/(1 + X);
  pv = p*(X/0.622)/(1 + X/0.622);
  ha = 1005*(T - 273.15);
  hv = 2501e3 + 1875*(T - 273.15);
  h = ha + X*hv;
  d = (p - pv)/(287*T) + pv/(461*T);
  m_dry + m_vap = V*d;
  m_vap = (m_dry + m_vap)*x;
  der(m_dry + m_vap) = wa - wb;
  der(m_vap) = wa*0.01 - wb*x;
  E = (m_dry + m_vap)*(h - p/d);
  der(E) = wa*60e3 - wb*h + 1000;
  wa = 0.1;
end Tank;
