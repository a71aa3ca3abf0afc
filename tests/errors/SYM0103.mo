// RUN: causeway simulate %s SYM0103 -o %t.csv
// CHECK: SYM0103.mo:9:{{.*}}warning[SYM0103]: p has fixed = false and is determined by initial equations: its value p = 2.0 is not used
// CHECK: p = 4.0
// CHECK-NOT: q has fixed
// FINAL: p = 4 +- 0
// FINAL: q = 3 +- 0
// FINAL: r = 6 +- 0
model Base
  parameter Real p = 2;
  parameter Real q(fixed = false) = 3 "what it is solved from";
  parameter Real r = 2*q;
end Base;
model SYM0103
  extends Base(p(fixed = false));
initial equation
  p = 4;
end SYM0103;
