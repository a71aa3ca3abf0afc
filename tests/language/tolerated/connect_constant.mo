// A constant of a connector is connected with a parameter (MLS 3.6, 9.3): tolerated where their values are the same.
// RUN: causeway simulate %s P.Good -o %t.csv --stop 1
// CHECK: warning[FLAT0094]: these connectors do not match: 'n' and 'n' cannot be connected, one is a constant and the other a parameter (MLS 9.3)
// FINAL: y = 3 +- 1e-9
// RUN: causeway simulate %s P.Bad -o %t.csv --stop 1
// EXIT: 2
// CHECK: error[FLAT0094]: these connectors do not match: 'n' and 'n' cannot be connected, their constant values differ
// RUN: causeway check --strict %s P.Good
// EXIT: 2
// CHECK: error[FLAT0094]
package P
  connector Port
    replaceable parameter Integer n = 2;
    Real v;
    flow Real f;
  end Port;
  model Source
    Port port(redeclare constant Integer n = 2);
  equation
    port.v = 3;
  end Source;
  model Load
    Port port;
  equation
    port.f = 0;
  end Load;
  model Good
    Source source;
    Load load;
    Real y = load.port.v;
  equation
    connect(source.port, load.port);
  end Good;
  model Bad
    extends Good(load(port(n = 3)));
  end Bad;
end P;
