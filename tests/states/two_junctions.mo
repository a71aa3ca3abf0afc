// RUN: causeway simulate %s -o %t.csv
// CHECK-NOT: RT0032
// FINAL: s = 0.5 +- 1e-5
// FINAL: a = 0.25 +- 1e-5
// VALUE: %t.csv a(0) = 0.5 +- 1e-9
model TwoJunctions "Flows through two branches between two junctions: a and b do not follow from s and t"
  Real s, t, a, b;
  Real ps, p1, p2, pt;
initial equation
  a = 0.5;
  b = -0.5;
equation
  a + b - s = 0;
  a + b - t = 0;
  der(s) = 1 - ps;
  ps - p1 = s + der(s);
  der(a) = p1 - p2 - a;
  2*der(b) = p1 - p2 - b;
  der(t) = p2 - pt;
  pt = 0.5*t;
  annotation(experiment(StopTime = 100));
end TwoJunctions;
