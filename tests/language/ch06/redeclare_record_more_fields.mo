// RUN: causeway simulate %s -o %t.csv
// FINAL: x.r.c = 3 +- 1e-6
model A
  replaceable record R Real a; end R;
  R r;
end A;
model M
  record S Real a = 1; Real c = 3; end S;
  A x(redeclare record R = S);
end M;
