// Parts of the library that we ship and parts of the Modelica Standard Library in one model: their connectors are the same by their elements.
// REQUIRES: env CAUSEWAY_MSL
// RUN: causeway check --strict -L $CAUSEWAY_MSL %s
// RUN: causeway simulate -L $CAUSEWAY_MSL %s -o %t.csv --tolerance 1e-8
// FINAL: body.T = 343.71 +- 0.01
// ALWAYS: abs({coil.i} - {ours.i}) < 1e-9
// FINAL: load.w = 2 +- 1e-6
// FINAL: mass.v = 3 +- 1e-6
model Connectors "Mixed"
  Modelica.Electrical.Analog.Sources.ConstantVoltage source(V = 10);
  Causeway.Electrical.Resistor ours(R = 2);
  Modelica.Electrical.Analog.Basic.Inductor coil(L = 0.1, i(start = 0, fixed = true));
  Modelica.Electrical.Analog.Basic.Ground ground;
  Causeway.Rotational.ConstantTorque torque(tau0 = 1);
  Modelica.Mechanics.Rotational.Components.Inertia load(J = 0.5, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Causeway.Translational.Mass mass(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));
  Modelica.Mechanics.Translational.Sources.ConstantForce force(f_constant = 3);
  Modelica.Thermal.HeatTransfer.Sources.FixedTemperature hot(T = 373.15);
  Causeway.Thermal.Conductor conductor(G = 1);
  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor body(C = 1, T(start = 293.15, fixed = true));
equation
  connect(source.p, ours.p);
  connect(ours.n, coil.p);
  connect(coil.n, source.n);
  connect(source.n, ground.p);
  connect(torque.flange, load.flange_a);
  connect(force.flange, mass.a);
  connect(hot.port, conductor.a);
  connect(conductor.b, body.port);
  annotation(experiment(StopTime = 1));
end Connectors;
