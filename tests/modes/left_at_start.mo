// RUN: causeway simulate %s -o %t.csv --tolerance 1e-9
// CHECK: its structure changes
// VALUE: %t.csv p1(0) = 1.5 +- 1e-8
// VALUE: %t.csv p2(0) = 1.5 +- 1e-8
model LeftAtStart "A check valve that opens at the start: what flows at once is an impulse"
  Real p1(start = 2, fixed = true), p2(start = 1, fixed = true), q, s;
  Boolean open = s > 0;
equation
  der(p1) = -q - 0.2 + 2*sin(3*time);
  der(p2) = q - 0.1*p2;
  p1 - p2 = if open then 0 else s;
  q = if open then s else 0;
  annotation (experiment(StopTime = 10));
end LeftAtStart;
