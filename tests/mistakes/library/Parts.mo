package Parts "a small library that is not the newcomer's: messages must not lead into it"
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;

  connector HeatPort
    Real T(unit = "K");
    flow Real Q_flow(unit = "W");
  end HeatPort;

  connector Flange
    Real s(unit = "m");
    flow Real f(unit = "N");
  end Flange;

  connector RealInput = input Real;
  connector RealOutput = output Real;
  connector BooleanInput = input Boolean;

  partial model TwoPin
    Pin p, n;
    Real v(unit = "V"), i(unit = "A");
  equation
    v = p.v - n.v;
    p.i + n.i = 0;
    i = p.i;
  end TwoPin;

  model Resistor
    extends TwoPin;
    parameter Real R(unit = "Ohm") = 1;
    parameter Boolean useHeatPort = false;
    HeatPort heatPort(T = 300, Q_flow = -v*i) if useHeatPort;
  equation
    v = R*i;
  end Resistor;

  model Capacitor
    extends TwoPin;
    parameter Real C(unit = "F") = 1;
  equation
    i = C*der(v);
  end Capacitor;

  model Source
    extends TwoPin;
    parameter Real V(unit = "V");
  equation
    v = V;
  end Source;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Mass
    Flange flange;
    parameter Real m(unit = "kg") = 1;
    Real v(unit = "m/s", start = 0, fixed = true);
  equation
    v = der(flange.s);
    m*der(v) = flange.f;
  end Mass;

  block Gain
    RealInput u;
    RealOutput y;
    parameter Real k = 1;
  equation
    y = k*u;
  end Gain;

  block FirstOrder
    RealInput u;
    RealOutput y(start = 0, fixed = true);
    parameter Real T(unit = "s") = 1;
  equation
    der(y) = (u - y)/T;
  end FirstOrder;

  block Constant
    RealOutput y = k;
    parameter Real k = 1;
  end Constant;

  partial package Medium
    constant Real cp(unit = "J/(kg.K)");
    replaceable partial function density
      input Real T;
      output Real d;
    end density;
  end Medium;

  package Water
    extends Medium(cp = 4180);
    redeclare function extends density
    algorithm
      d := 1000 - 0.1*T;
    end density;
  end Water;

  model Tank
    replaceable package Medium = Parts.Medium constrainedby Parts.Medium;
    parameter Real V(unit = "m3") = 1;
    Real m(unit = "kg") = V*Medium.density(T);
    Real T(start = 300, fixed = true);
  equation
    der(T) = m*Medium.cp;
  end Tank;

  model World
    parameter Real g = 9.81;
  end World;

  model Body
    outer World world;
    Real v(start = 0, fixed = true);
  equation
    der(v) = -world.g;
  end Body;
end Parts;
