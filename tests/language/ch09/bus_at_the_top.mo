// A signal that the model itself gives to a bus in its interface is no input of the model, though the type of the bus's member
// comes from the input that reads it (MLS 3.6, 9.1.3).
// RUN: causeway simulate %s -o %t.csv
// FINAL: reader.y = 2 +- 1e-9
model BusAtTheTop
  connector In = input Real;
  connector Out = output Real;
  expandable connector Bus
  end Bus;
  model Reader
    Bus bus;
    model Gain
      In u;
      Out y;
    equation
      y = 2*u;
    end Gain;
    Gain gain;
    Out y;
  equation
    connect(gain.u, bus.speed);
    connect(gain.y, y);
  end Reader;
  model Source
    Out y = time;
  end Source;
  Bus bus;
  Reader reader;
  Source source;
equation
  connect(reader.bus, bus);
  connect(source.y, bus.speed);
end BusAtTheTop;
