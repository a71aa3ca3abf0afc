// A DC motor whose speed is controlled by a PI controller; a load torque comes at t = 1.
// In the end i = (d*w + load)/k and u = R*i + k*w.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv inertia.w(0.2) = 51.051027 +- 1e-3
// VALUE: %t.csv inertia.w(1.2) = 49.423713 +- 1e-3
// FINAL: inertia.w = 50 +- 1e-4
// FINAL: motor.i = 1.5 +- 1e-4
// FINAL: controller.y = 5.75 +- 1e-4
model DCMotor "Electrical, mechanical and control parts together"
  import Causeway.{Electrical, Rotational, Blocks};
  extends Causeway.Icons.Experiment;
  Electrical.SignalVoltage amplifier;
  Electrical.Resistor R(R = 0.5);
  Electrical.Inductor L(L = 0.005, i(start = 0, fixed = true));
  Electrical.Motor motor(k = 0.1);
  Electrical.Ground ground;
  Rotational.Inertia inertia(J = 0.01, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Rotational.Damper bearing(d = 0.001);
  Rotational.Fixed housing;
  Rotational.SignalTorque load;
  Rotational.SpeedSensor sensor;
  Blocks.Step loadStep(height = -0.1, startTime = 1);
  Blocks.Constant reference(k = 50);
  Blocks.Difference difference;
  Blocks.PI controller(k = 0.5, T = 0.2);
equation
  connect(reference.y, difference.reference);
  connect(sensor.y, difference.measured);
  connect(difference.y, controller.u);
  connect(controller.y, amplifier.u);
  connect(amplifier.p, R.p);
  connect(R.n, L.p);
  connect(L.n, motor.p);
  connect(motor.n, amplifier.n);
  connect(amplifier.n, ground.p);
  connect(motor.flange, inertia.a);
  connect(inertia.b, sensor.flange);
  connect(inertia.b, load.flange);
  connect(inertia.b, bearing.a);
  connect(bearing.b, housing.flange);
  connect(loadStep.y, load.u);
  annotation(experiment(StopTime=4, Interval=0.01, Tolerance=1e-8));
end DCMotor;
