// RUN: causeway simulate %s -o %t.csv
// FINAL: s.b = 2 +- 1e-6
model M
  record R Real a; Real b; end R;
  R r = R(1, 2);
  R s;
equation
  s = r;
end M;
