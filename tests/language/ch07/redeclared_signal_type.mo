// RUN: causeway flatten %s SignalTypes.M
// CHECK: Real b.u(unit = "N", start = 3.0
// CHECK: Real b.v
// RUN: causeway check %s SignalTypes.Wrong
// EXIT: 2
// CHECK: error[INST0204]: type 'SignalTypes.RealInput' has no attribute 'Other'
package SignalTypes "signals of Modelica 2: the connector extends a type of its own"
  connector RealSignal
    replaceable type SignalType = Real;
    extends SignalType;
  end RealSignal;
  connector RealInput = input RealSignal;
  type Force = Real(unit = "N", start = 3);
  block B
    RealInput u(redeclare type SignalType = Force);
    RealInput v;
    Real y = 2*u + v;
  end B;
  model M
    B b;
  equation
    b.u = time;
    b.v = 0;
  end M;
  model Wrong
    RealInput u(redeclare type Other = Force);
  end Wrong;
end SignalTypes;
