// Closed networks: the energy of two coupled oscillators and of a pendulum, and the mass in three joined tanks, stay what they
// are to the tolerance.
// RUN: causeway simulate %s -o %t.csv
// RUN: causeway simulate %s -o %t.ida.csv --solver ida
// RUN: causeway simulate %s -o %t.esdirk.csv --solver esdirk5
// ALWAYS: %t.csv abs({energy} - 0.5) < 1e-6
// ALWAYS: %t.csv abs({mass} - 9) < 1e-9
// ALWAYS: %t.csv abs({swing} - {swing0}) < 1e-6
// ALWAYS: %t.ida.csv abs({energy} - 0.5) < 1e-6
// ALWAYS: %t.ida.csv abs({mass} - 9) < 1e-9
// ALWAYS: %t.ida.csv abs({swing} - {swing0}) < 1e-6
// ALWAYS: %t.esdirk.csv abs({energy} - 0.5) < 1e-6
// ALWAYS: %t.esdirk.csv abs({mass} - 9) < 1e-9
// ALWAYS: %t.esdirk.csv abs({swing} - {swing0}) < 1e-6
model Conservation
  Real v[2](start = {1, 0}, each fixed = true), i[2](each start = 0, each fixed = true);
  Real energy = (v*v + i*i)/2;
  Real level[3](start = {5, 3, 1}, each fixed = true), rate[2];
  Real mass = sum(level);
  Real phi(start = 2, fixed = true), w(start = 0, fixed = true);
  Real swing = w^2/2 - 9.81*cos(phi);
  parameter Real swing0 = -9.81*cos(2);
equation
  der(v[1]) = -i[1];
  der(i[1]) = v[1] - v[2];
  der(v[2]) = i[1] - i[2];
  der(i[2]) = v[2];
  for k in 1:2 loop
    rate[k]*abs(rate[k]) + 0.1*rate[k] = level[k] - level[k + 1];
  end for;
  der(level[1]) = -rate[1];
  der(level[2]) = rate[1] - rate[2];
  der(level[3]) = rate[2];
  der(phi) = w;
  der(w) = -9.81*sin(phi);
  annotation(experiment(StopTime = 20, Interval = 0.1, Tolerance = 1e-10));
end Conservation;
