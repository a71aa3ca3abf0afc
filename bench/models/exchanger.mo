model Exchanger "Counter-current heat exchanger of N volumes on each side of a wall, written with arrays"
  parameter Integer N = 10 "number of volumes";
  parameter Real length = 10, flow_a = 1, flow_b = 1;
  final parameter Real l = length/(N - 1);
  Real Ta[N](each start = 300, each unit = "K"), Tb[N](each start = 300, each unit = "K");
  Real Tw[N - 1](each start = 300, each fixed = true, each unit = "K");
  Real Qa[N - 1], Qb[N - 1];
  Real Ain = 300 + 50*(1 - exp(-time)), Bin = 320;
equation
  Ta[1] = Ain;
  Tb[N] = Bin;
  for i in 1:N - 1 loop
    Qa[i] = 4000*(Tw[i] - (Ta[i] + Ta[i + 1])/2);
    Qb[i] = 4000*(Tw[i] - (Tb[i] + Tb[i + 1])/2);
    400*l*der(Ta[i + 1]) = 4200*flow_a*(Ta[i] - Ta[i + 1]) + Qa[i]*l;
    400*l*der(Tb[i]) = 4200*flow_b*(Tb[i + 1] - Tb[i]) + Qb[i]*l;
    200*der(Tw[i]) = (-Qa[i]) - Qb[i];
  end for;
initial equation
  for i in 1:N - 1 loop
    Ta[i + 1] = 300;
    Tb[i] = 300;
  end for;
end Exchanger;
