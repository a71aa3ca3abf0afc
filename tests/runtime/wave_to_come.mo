// Places that a wave has not reached yet are no small states: without nominal values they are measured with the others
// of their unit, or, without unit, of their declaration.
// RUN: causeway simulate %s Line -o /dev/null
// CHECK: {{ 1[0-9]{3} steps}}
// RUN: causeway simulate %s Cascade -o /dev/null
// CHECK: {{ [0-9]{3} steps}}
model Line
  parameter Integer n = 600;
  parameter Real delay(unit = "s") = 1;
  Real v[n](each unit = "V", each start = 0, each fixed = true) "voltages";
  Real w[n](each unit = "V", each start = 0, each fixed = true) "currents times resistance of the wave";
equation
  for k in 1:n loop
    delay*der(v[k])/n = w[k] - (if k < n then w[k + 1] else v[n]);
    delay*der(w[k])/n = (if k == 1 then 1 - exp(-20*time/delay) - w[1] else v[k - 1]) - v[k];
  end for;
  annotation(experiment(StopTime = 0.5, Tolerance = 1e-8));
end Line;

model Cascade
  parameter Integer n = 2000;
  Real x[n](each start = 0, each fixed = true);
equation
  der(x[1])/n = 1 - x[1];
  for k in 2:n loop
    der(x[k])/n = x[k - 1] - x[k];
  end for;
  annotation(experiment(StopTime = 0.5, Tolerance = 1e-6));
end Cascade;
