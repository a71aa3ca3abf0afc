// D. Brück, H. Elmqvist, S.E. Mattsson, H. Olsson: Dymola for Multi-Engineering Modeling and Simulation (2002).
// The paper is about the tool: parameters on three levels, regression tests, comparison.  Its car, whose data are not printed, reaches 100 km/h in 6.66 s;
// here an engine torque is found that makes this one do the same.
// RUN: causeway simulate %s -o %t.csv
// FINAL: %t.csv reached = 6.66 +- 0.02
// RUN: causeway simulate %s -o %t.two.csv -p torque=600
// RUN: causeway compare %t.csv %t.two.csv
// EXIT: 1
// CHECK: outside the tube
model Car "Full power, one gear"
  import Causeway.*;
  extends Icons.Experiment;
  parameter Units.Torque torque = 1745 "At the wheels";
  PowerTrain.Chassis chassis(driveline = 300, coach = 900, passengers = 80);
  Rotational.ConstantTorque engine(tau0 = torque);
  discrete Real reached(start = 0, fixed = true) "100 km/h";
equation
  connect(engine.flange, chassis.wheel);
  chassis.slope = 0;
  when chassis.speed > 100/3.6 then
    reached = time;
  end when;
  annotation(experiment(StopTime = 10));
end Car;
