// bus.part.x where nothing says what part is: an expandable connector, as others take it (MLS 3.6, 9.1.3).
// RUN: causeway simulate %s P.Parts -o %t.csv --stop 2
// FINAL: whole.u = 2 +- 1e-9
// FINAL: reader.sink.u = 2 +- 1e-9
// FINAL: reader.bus.part.of.x = 2 +- 1e-9
package P
  expandable connector Bus
  end Bus;
  connector RealInput = input Real;
  connector RealOutput = output Real;
  block Source
    RealOutput y = time;
  end Source;
  block Sink
    RealInput u;
  end Sink;
  model Writer
    Bus bus;
    Source source;
  equation
    connect(source.y, bus.part.of.x);
  end Writer;
  model Reader
    Bus bus;
    Sink sink;
  equation
    connect(bus.part.of.x, sink.u);
  end Reader;
  model Parts
    Writer writer;
    Reader reader;
    Bus bus;
    Sink whole;
  equation
    connect(writer.bus, bus);
    connect(bus, reader.bus);
    connect(bus.part.of.x, whole.u);
  end Parts;
end P;
