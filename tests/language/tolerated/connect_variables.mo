// Variables that are no connectors are connected: the two sides become equal.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[INST0631]: a is not a connector
// FINAL: k.v = 2 +- 1e-9
// FINAL: l.v = 3 +- 1e-9
// FINAL: m.v = 2 +- 1e-9
// RUN: causeway check --strict %s > %t.txt 2>&1
// EXIT: 2
// FILE-CHECK: %t.txt error[INST0631]: s.hidden is not a connector
model ConnectVariables
  connector RealOutput = output Real;
  connector RealInput = input Real;
  block Source
    RealOutput y = time;
    Real hidden = 2*time;
  end Source;
  block Sink
    RealInput u;
    Real v;
  equation
    v = u + 1;
  end Sink;
  Source s;
  Sink k, l, m;
  Real a, b[2];
equation
  connect(s.y, a);
  connect(a, k.u);
  connect(s.hidden, l.u);
  connect(s.y, b[1]);
  connect(b[1], b[2]);
  connect(b[2], m.u);
end ConnectVariables;
