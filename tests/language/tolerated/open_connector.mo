// Connectors with more potentials than flows: their users decide how many equations a class needs, it is not counted alone.
// RUN: causeway check %s
// CHECK: 0 failed
// RUN: causeway simulate %s OpenConnector.M -o %t.csv --stop 1
// FINAL: sensor.y = 3 +- 1e-9
package OpenConnector
  connector Line "a stream described by three potentials"
    Real p;
    Real h;
    Real q;
  end Line;
  model Source
    Line b;
  equation
    b.p = 1;
    b.h = 2;
    b.q = 3;
  end Source;
  model Sensor
    Line a;
    output Real y = a.q;
  end Sensor;
  model M
    Source source;
    Sensor sensor;
  equation
    connect(source.b, sensor.a);
  end M;
end OpenConnector;
