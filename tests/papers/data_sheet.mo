// Otter and Olsson 2002: record constructors of derived records as a library of data sheets.
// RUN: causeway simulate %s -o %t.csv --stop 0
// FINAL: m1.data.inertia = 0.001 +- 0
// FINAL: m2.data.inertia = 0.0012 +- 0
// FINAL: m2.data.nominalTorque = 15 +- 0
// FINAL: m2.data.maxTorque = 22 +- 0
// FINAL: m2.data.maxSpeed = 3600 +- 0
package Robots
  record MotorData
    parameter Real inertia, nominalTorque, maxTorque, maxSpeed;
  end MotorData;
  package Motors
    record M103 = MotorData(inertia = 0.001, nominalTorque = 10, maxTorque = 20, maxSpeed = 3600);
    record M104 = MotorData(inertia = 0.0015, nominalTorque = 15, maxTorque = 22, maxSpeed = 3600);
  end Motors;
  model Motor
    parameter MotorData data;
  end Motor;
  model Robot2
    Motor m1(data = Motors.M103());
    Motor m2(data = Motors.M104(inertia = 0.0012));
  end Robot2;
end Robots;
