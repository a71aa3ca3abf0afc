package Linked "parts of the systems of links.py"
  model Source
    parameter Real rate(unit = "K/s") = 1;
    output Real T(unit = "K") = 300 + rate*time;
    output Integer k = if time > 0.5 then 2 else 1;
    output Boolean b = time > 0.5;
    output Real w[3] = {time, 2*time, 3*time};
  end Source;

  model Sink
    parameter Real p = 1;
    input Real c(unit = "degC");
    input Integer m;
    input Boolean n;
    input Real u[3];
    output Real y = p*c + m + (if n then 100 else 0);
    output Real s = sum(u);
  end Sink;
end Linked;
