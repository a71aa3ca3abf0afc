within Causeway;
package Units "Physical quantities with their units"
  extends Icons.Library;

  type Time = Real(final quantity = "Time", final unit = "s");
  type Frequency = Real(final quantity = "Frequency", final unit = "Hz");

  type Voltage = Real(final quantity = "ElectricPotential", final unit = "V");
  type Current = Real(final quantity = "ElectricCurrent", final unit = "A");
  type Resistance = Real(final quantity = "Resistance", final unit = "Ohm", min = 0);
  type Conductance = Real(final quantity = "Conductance", final unit = "S", min = 0);
  type Capacitance = Real(final quantity = "Capacitance", final unit = "F", min = 0);
  type Inductance = Real(final quantity = "Inductance", final unit = "H", min = 0);
  type MotorConstant = Real(final quantity = "MotorConstant", final unit = "N.m/A");

  type Position = Real(final quantity = "Length", final unit = "m");
  type Velocity = Real(final quantity = "Velocity", final unit = "m/s");
  type Acceleration = Real(final quantity = "Acceleration", final unit = "m/s2");
  type Mass = Real(final quantity = "Mass", final unit = "kg", min = 0);
  type Force = Real(final quantity = "Force", final unit = "N");
  type Stiffness = Real(final quantity = "Stiffness", final unit = "N/m", min = 0);
  type DampingFactor = Real(final quantity = "DampingFactor", final unit = "N.s/m", min = 0);

  type Angle = Real(final quantity = "Angle", final unit = "rad", displayUnit = "deg");
  type AngularVelocity = Real(final quantity = "AngularVelocity", final unit = "rad/s");
  type AngularAcceleration = Real(final quantity = "AngularAcceleration", final unit = "rad/s2");
  type MomentOfInertia = Real(final quantity = "MomentOfInertia", final unit = "kg.m2", min = 0);
  type Torque = Real(final quantity = "Torque", final unit = "N.m");
  type RotationalStiffness = Real(final quantity = "RotationalStiffness", final unit = "N.m/rad", min = 0);
  type RotationalDampingFactor = Real(final quantity = "RotationalDampingFactor", final unit = "N.m.s/rad", min = 0);

  type Temperature = Real(final quantity = "ThermodynamicTemperature", final unit = "K", min = 0, start = 293.15,
    nominal = 300, displayUnit = "degC");
  type HeatFlowRate = Real(final quantity = "Power", final unit = "W");
  type HeatCapacity = Real(final quantity = "HeatCapacity", final unit = "J/K", min = 0);
  type ThermalConductance = Real(final quantity = "ThermalConductance", final unit = "W/K", min = 0);
  type Pressure = Real(final quantity = "Pressure", final unit = "Pa", nominal = 1e5);
  type PressureDifference = Real(final quantity = "Pressure", final unit = "Pa");
  type VolumeFlowRate = Real(final quantity = "VolumeFlowRate", final unit = "m3/s");
  type Density = Real(final quantity = "Density", final unit = "kg/m3", min = 0);
  type KinematicViscosity = Real(final quantity = "KinematicViscosity", final unit = "m2/s", min = 0);
  type Length = Real(final quantity = "Length", final unit = "m");
  type Area = Real(final quantity = "Area", final unit = "m2", min = 0);
  type Power = Real(final quantity = "Power", final unit = "W");
  type Energy = Real(final quantity = "Energy", final unit = "J");
end Units;
