// RUN: causeway simulate %s -o %t.csv
// FINAL: s.b = 2 +- 1e-6
model M
  record R Real a; Real b; end R;
  record S Real a; Real b; end S;
  R r = R(1, 2);
  S s;
equation
  s = r;
end M;
