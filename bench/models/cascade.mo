model Cascade "N first-order lags in series, stiffer the longer the chain"
  parameter Integer N = 10 "number of lags";
  parameter Real T(unit = "s") = 1 "delay of the whole chain";
  final parameter Real tau(unit = "s") = T/N;
  Real x[N](each start = 0, each fixed = true);
  Real u = 1 "a step";
equation
  tau*der(x[1]) = u - x[1];
  for i in 2:N loop
    tau*der(x[i]) = x[i - 1] - x[i];
  end for;
end Cascade;
