// RUN: causeway simulate %s -L %d/library -o %t.csv
// EXIT: 0
// CHECK: :19:3: warning[INST0647]: 'r.heatPort' is not there, so that this connects nothing
// CHECK: hint: make useHeatPort true in the modifiers of r
model M
  Parts.Source s(V = 1);
  Parts.Resistor r;
  Parts.Ground g;
  HeatSink ambient;
  model HeatSink
    Parts.HeatPort port;
  equation
    port.T = 300;
  end HeatSink;
equation
  connect(s.p, r.p);
  connect(r.n, s.n);
  connect(s.n, g.p);
  connect(r.heatPort, ambient.port); // <- useHeatPort = true
end M;
