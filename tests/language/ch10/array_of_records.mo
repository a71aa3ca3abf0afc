// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 3 +- 1e-6
// FINAL: z[2] = 4 +- 1e-6
model M
  record R Real a; end R;
  R r[2] = {R(3), R(4)};
  Real y = r[1].a;
  Real z[2] = r.a;
end M;
