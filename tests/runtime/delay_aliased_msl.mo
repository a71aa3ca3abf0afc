// RUN: causeway simulate %s -o %t.csv --stop 5 --tolerance 1e-6 --intervals 5000 -L $CAUSEWAY_MSL
// REQUIRES: env CAUSEWAY_MSL
// VALUE: %t.csv d.y(2.03) = -0.8443279255020139 +- 1e-3
// VALUE: %t.csv d.y(4.5) = -0.5877852522924665 +- 1e-3
model M "8 Hz sine through FixedDelay beside a slow plant"
  Modelica.Blocks.Sources.Sine s(f=8); Modelica.Blocks.Nonlinear.FixedDelay d(delayTime=0.3);
  Modelica.Blocks.Continuous.FirstOrder f(T=5,initType=Modelica.Blocks.Types.Init.InitialState);
equation connect(s.y,d.u); f.u=1; end M;
