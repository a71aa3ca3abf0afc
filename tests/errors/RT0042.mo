// RUN: causeway simulate %s -o %t.csv -p p=3
// CHECK: RT0042.mo:5:18: warning[RT0042]: 'p' is 3, above its max of 2 (MLS 4.9)
// CHECK: RT0042.mo:6:18: warning[RT0042]: 'q' is 6, below its min of 9
model RT0042
  parameter Real p(max = 2) = 1;
  parameter Real q(min = 3 * p) = 2 * p;
  Real x = p + q;
end RT0042;
