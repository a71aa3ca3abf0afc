// RUN: causeway flatten %s
// CHECK: final structural parameter Integer v[2].n = 3;
// CHECK: Real v[2].x[3];
model M
  model V parameter Integer n = 1; Real x[n] = fill(time, n); end V;
  V v[2](n = {1, 3});
end M;
