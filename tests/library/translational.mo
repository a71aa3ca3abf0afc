// A damped oscillator, and a body that slides until friction holds it.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv mass.s(2) = -0.3372346 +- 1e-6
// VALUE: %t.csv sled.s(1) = 7.5 +- 1e-6
// VALUE: %t.csv sled.s(2.5) = 10 +- 1e-6
// FINAL: sled.v = 0 +- 1e-12
// FINAL: position.y = 10 +- 1e-6
// FINAL: friction.f = 2 +- 1e-9
model TranslationalParts
  import Causeway.Translational.*;
  Fixed wall;
  Spring spring(c = 4);
  Damper damper(d = 1);
  Mass mass(m = 1, s(start = 1, fixed = true), v(start = 0, fixed = true));
  Mass sled(m = 1, s(start = 0, fixed = true), v(start = 10, fixed = true));
  Friction friction(slide = 7, stick = 8, direction(start = 1));
  ConstantForce push(f0 = 2);
  PositionSensor position;
  VelocitySensor velocity;
equation
  connect(wall.flange, spring.a);
  connect(spring.b, mass.a);
  connect(wall.flange, damper.a);
  connect(damper.b, mass.a);
  connect(sled.a, friction.flange);
  connect(push.flange, sled.a);
  connect(sled.b, position.flange);
  connect(sled.b, velocity.flange);
  annotation(experiment(StopTime=3, Interval=0.01, Tolerance=1e-8));
end TranslationalParts;
