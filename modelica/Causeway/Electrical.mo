within Causeway;
package Electrical "Analogue circuits and the electric side of machines"
  extends Icons.Library;

  connector Pin "A point of a circuit"
    Units.Voltage v "Potential";
    flow Units.Current i "Current into the component";
  end Pin;

  partial model TwoPin "A part between two pins"
    extends Icons.Component;
    Pin p "Positive pin";
    Pin n "Negative pin";
    Units.Voltage v "Voltage from p to n";
    Units.Current i "Current from p to n";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPin;

  model Ground "Zero potential; every circuit has one"
    extends Icons.Component;
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Resistor "v = R*i"
    extends TwoPin;
    parameter Units.Resistance R = 1 "Resistance";
  equation
    v = R*i;
  end Resistor;

  model Capacitor "C*der(v) = i"
    extends TwoPin;
    parameter Units.Capacitance C = 1 "Capacitance";
  equation
    C*der(v) = i;
  end Capacitor;

  model Inductor "L*der(i) = v"
    extends TwoPin;
    parameter Units.Inductance L = 1 "Inductance";
  equation
    L*der(i) = v;
  end Inductor;

  model Diode "Conducts in one direction: a small resistance on, a small conductance off"
    extends TwoPin;
    parameter Units.Resistance Ron = 1e-5 "Resistance when it conducts";
    parameter Units.Conductance Goff = 1e-5 "Conductance when it blocks";
    Boolean on "It conducts";
  protected
    Real s "Runs along the characteristic: current when on, voltage when off";
  equation
    on = s > 0;
    v = if on then Ron*s else s;
    i = if on then s else Goff*s;
  end Diode;

  model Switch "Closed while the condition holds"
    extends TwoPin;
    parameter Units.Resistance Ron = 1e-5 "Resistance when closed";
    parameter Units.Conductance Goff = 1e-5 "Conductance when open";
    Blocks.BooleanInput closed;
  equation
    v = if closed then Ron*i else i/Goff;
  end Switch;

  model ConstantVoltage "A battery"
    extends TwoPin;
    parameter Units.Voltage V = 1;
  equation
    v = V;
  end ConstantVoltage;

  model SineVoltage "Alternating voltage"
    extends TwoPin;
    parameter Units.Voltage V = 1 "Amplitude";
    parameter Units.Frequency f = 50 "Frequency";
    parameter Units.Angle phase = 0;
  protected
    constant Real pi = 3.141592653589793;
  equation
    v = V*sin(2*pi*f*time + phase);
  end SineVoltage;

  model SignalVoltage "A voltage given by a signal"
    extends TwoPin;
    Blocks.RealInput u(unit = "V");
  equation
    v = u;
  end SignalVoltage;

  model ConstantCurrent "A constant current, flowing through the source from p to n"
    extends TwoPin;
    parameter Units.Current I = 1;
  equation
    i = I;
  end ConstantCurrent;

  model SignalCurrent "A current given by a signal"
    extends TwoPin;
    Blocks.RealInput u(unit = "A");
  equation
    i = u;
  end SignalCurrent;

  model VoltageSensor "Measures without taking current"
    extends TwoPin;
    Blocks.RealOutput y(unit = "V");
  equation
    i = 0;
    y = v;
  end VoltageSensor;

  model CurrentSensor "Measures without a voltage drop"
    extends TwoPin;
    Blocks.RealOutput y(unit = "A");
  equation
    v = 0;
    y = i;
  end CurrentSensor;

  model Motor "Turns current into torque, speed into voltage"
    extends TwoPin;
    parameter Units.MotorConstant k = 1 "Torque by current, and voltage by speed";
    Rotational.Flange flange;
    Units.AngularVelocity w "Speed of the shaft";
  equation
    w = der(flange.phi);
    v = k*w;
    flange.tau = -k*i;
  end Motor;
end Electrical;
