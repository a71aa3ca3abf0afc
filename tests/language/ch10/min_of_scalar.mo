// min and max of one scalar: the scalar, as other tools take it.
// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[INST0540]: max of one scalar is that scalar
// FINAL: %t.csv y = -2 +- 1e-12
// FINAL: %t.csv z = 3 +- 1e-12
// RUN: causeway check %s --strict
// EXIT: 2
// CHECK: error[INST0540]
model MinOfScalar
  Real y = min(max(-2*time), 0), z = max({1, 3*time});
end MinOfScalar;
