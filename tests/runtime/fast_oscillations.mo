// Fast oscillations that are large: each one must be followed.  The run begins with the method for those that need not be, and
// soon goes on with the one that gets farther here.
// RUN: causeway simulate %s -o %t.csv
// CHECK: with ida (band), from {{.*}} s on after esdirk-dae (band)
// ALWAYS: abs({x[100]} - {right}) < 1e-5
model FastOscillations
  parameter Integer N = 100;
  Real x[N](each start = 1, each fixed = true);
  Real v[N](each start = 0, each fixed = true);
  Real right = cos(20*time);
equation
  for k in 1:N loop
    der(x[k]) = v[k];
    der(v[k]) = -(20 + (N - k)/N)^2*x[k];
  end for;
  annotation(experiment(StopTime = 15, Tolerance = 1e-9, Interval = 0.05));
end FastOscillations;
