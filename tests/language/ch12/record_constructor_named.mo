// RUN: causeway simulate %s -o %t.csv
// FINAL: r.a = 1 +- 1e-6
// FINAL: r.b = 2 +- 1e-6
model M
  record R Real a; Real b; end R;
  R r = R(b = 2, a = 1);
end M;
