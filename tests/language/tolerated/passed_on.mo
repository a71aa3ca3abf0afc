// An output of a connector that its component only passes on to readers has its value from outside, though the letter
// calls it a second source (MLS 9.3).
// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[FLAT0095]
// FINAL: inner_part.reader.v = 3 +- 1e-12
// FINAL: inner_part.port.V = 3 +- 1e-12
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[FLAT0095]: this connection set has two sources of one signal (MLS 9.3)
model PassedOn
  connector Give
    Real p;
    flow Real f;
    output Real V;
  end Give;
  connector Take
    Real p;
    flow Real f;
    input Real V;
  end Take;
  model Source
    Give g;
  equation
    g.V = 3;
    g.p = 1;
  end Source;
  model Reader
    Take t;
    Real v = t.V;
  equation
    t.f = t.p;
  end Reader;
  model Compartment
    Give port;
    Reader reader;
  equation
    connect(port, reader.t);
  end Compartment;
  Source source;
  Compartment inner_part;
equation
  connect(source.g, inner_part.port);
end PassedOn;
