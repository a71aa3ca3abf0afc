// A line without losses: fast modes that oscillate and are hardly there.  Backward differentiation takes short steps; an
// L-stable Runge-Kutta method goes in long ones.  What came in is there: energy is kept.
// RUN: causeway simulate %s -o %t.csv --filter '^([iu].[0-9]*.|energy|given)$'
// CHECK: esdirk-dae (band)
// RUN: causeway simulate %s -o %t.ida.csv --solver ida --tolerance 1e-9 --filter '^([iu].[0-9]*.|energy|given)$'
// RUN: causeway compare %t.ida.csv %t.csv --tolerance 1e-4
// ALWAYS: %t.csv abs({energy} - {given}) < 1e-7
model OscillatingLine
  parameter Integer N = 120;
  parameter Real width = 1/N;
  Real i[N](each start = 0, each fixed = true);
  Real u[N](each start = 0, each fixed = true);
  Real given(start = 0, fixed = true);
  Real energy = width*(i*i + u*u)/2;
  Real source = noEvent(if time < 0.5 then sin(2*3.14159265358979*time)^4 else 0);
equation
  width*der(i[1]) = source - u[1];
  for k in 2:N loop
    width*der(i[k]) = u[k - 1] - u[k];
  end for;
  for k in 1:N - 1 loop
    width*der(u[k]) = i[k] - i[k + 1];
  end for;
  width*der(u[N]) = i[N];
  der(given) = source*i[1];
  annotation(experiment(StopTime = 3, Tolerance = 1e-7, Interval = 0.02));
end OscillatingLine;
