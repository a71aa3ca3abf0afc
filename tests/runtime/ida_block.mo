// IDA on the DAE form: the unknown of the nonlinear block is an unknown of the integrator.
// RUN: causeway simulate %s -o %t.csv --solver ida --tolerance 1e-8
// CHECK: with ida (dense)
// FINAL: x = 0.5671432904097838 +- 1e-7
// FINAL: z = 0.5671432904097838 +- 1e-7
// ALWAYS: abs({z} + {w} - {x} - {u}) < 1e-9
// ALWAYS: abs({z}*2.718281828459045**{z} - {w}) < 1e-9
model IdaBlock "x tends to the solution of z*exp(z) = 1"
  Real x(start = 2, fixed = true);
  Real z(start = 1), w(start = 1);
  Real u = 1;
equation
  der(x) = z - x;
  z*exp(z) = w;
  z + w = x + u;
  annotation(experiment(StopTime = 60));
end IdaBlock;
