model Hybrid "a hundred equations: ten tanks with pumps that a thermostat switches, a sampled controller, a stiff filter"
  parameter Integer n = 10;
  parameter Real k(min = 0) = 0.5 "of the outflows", demand = 1, period = 0.5;
  Real h[n](each start = 1, each fixed = true), q[n], s[n], load[n], power[n];
  Real f[n](each start = 0, each fixed = true), inflow[n], total, mean, fast(start = 0, fixed = true);
  discrete Real u(start = 1, fixed = true), e(start = 0, fixed = true);
  Boolean on[n](each start = true, each fixed = true);
equation
  for i in 1:n loop
    q[i] = k*sqrt(max(h[i], 1e-6));
    s[i] = sin(time + i);
    load[i] = demand*(1 + 0.2*s[i]);
    inflow[i] = if on[i] then u*load[i] else 0;
    power[i] = inflow[i]*(2 - 0.1*h[i]);
    der(h[i]) = inflow[i] - q[i];
    der(f[i]) = 5*(h[i] - f[i]);
    on[i] = h[i] < 2 and (pre(on[i]) or h[i] < 1.5);
  end for;
  total = sum(power);
  mean = sum(h)/n;
  der(fast) = 1000*(total - fast);
  when sample(0, period) then
    e = 1.7 - mean;
    u = max(0.2, min(2, pre(u) + 0.3*e));
  end when;
end Hybrid;
