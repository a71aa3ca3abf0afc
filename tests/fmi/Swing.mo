// A model exchange FMU that picks its states while it runs, of several pendulums at once, comes in: behind an event its
// values are those of the states that it has given, and an event may be wanted right behind another.
// RUN: causeway fmu %s --kind me,cs -o swing.fmu --quiet && causeway simulate swing.fmu --kind me -o me.csv --quiet
// FINAL: me.csv energy = 245.4737 +- 0.05
// FINAL: me.csv x[1] = 0.84553 +- 2e-3
// RUN: causeway simulate swing.fmu --kind cs -o cs.csv --quiet
// FINAL: cs.csv energy = 245.4737 +- 0.05
model Swing "a chain of pendulums in Cartesian coordinates: states are picked while it runs, of several at once"
  parameter Integer n = 3;
  Real x[n](start = {1, 2, 3}*0.6), y[n](start = -{1, 2, 3}*0.8);
  Real vx[n], vy[n], f[n + 1];
  Real energy;
protected
  Real dx[n], dy[n];
equation
  for i in 1:n loop
    dx[i] = x[i] - (if i > 1 then x[max(i - 1, 1)] else 0);
    dy[i] = y[i] - (if i > 1 then y[max(i - 1, 1)] else 0);
    dx[i]^2 + dy[i]^2 = 1;
    der(x[i]) = vx[i];
    der(y[i]) = vy[i];
    der(vx[i]) = -f[i]*dx[i] + (if i < n then f[i + 1]*dx[min(i + 1, n)] else 0);
    der(vy[i]) = -f[i]*dy[i] + (if i < n then f[i + 1]*dy[min(i + 1, n)] else 0) - 9.81;
  end for;
  f[n + 1] = 0;
  energy = sum(vx[i]^2/2 + vy[i]^2/2 + 9.81*y[i] for i in 1:n);
initial equation
  for i in 1:n loop
    dx[i] = 0.9;
    der(dx[i]) = 2.0*i;
  end for;
  annotation(experiment(StopTime = 3));
end Swing;
