// RUN: causeway simulate %s -o %t.csv
// FINAL: r.b = 7 +- 1e-6
model M
  record R Real a; Real b = 7; end R;
  R r = R(1);
end M;
