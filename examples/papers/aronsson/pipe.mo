// P. Aronsson, P. Fritzson: Multiprocessor Scheduling of Simulation Code From Modelica Models (2002).
// The models of the paper: pipes of 50 to 150 pieces.  Equal pieces have one compiled body; runs of a study use all processors.
// RUN: causeway simulate %s -o %t.csv --stop 1 -p n=150
// RUN: causeway sweep %s -p d=linspace:0.5,2,8 --record last -j 2 -o %t.sweep.csv
// RUN: causeway sweep %s -p d=linspace:0.5,2,8 --record last -j 1 -o %t.alone.csv
// RUN: cmp %t.sweep.csv %t.alone.csv && echo the same on any number of processors
// CHECK: the same on any number of processors
model Pipe "Pressure and flow in n pieces"
  parameter Integer n = 100;
  parameter Real d = 1 "Friction";
  Real p[n](each start = 1, each fixed = true), q[n + 1];
  Real last = q[n + 1];
equation
  q[1] = 1 - p[1];
  for i in 1:n loop
    der(p[i]) = n*(q[i] - q[i + 1]);
  end for;
  for i in 2:n loop
    q[i] = (p[i - 1] - p[i])/(d*(1 + abs(p[i - 1] - p[i])));
  end for;
  q[n + 1] = p[n]*(0.5 + 0.5*cos(6.28*time));
  annotation(experiment(StopTime = 1));
end Pipe;
