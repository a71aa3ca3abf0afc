// RUN: causeway flatten %s
// CHECK: Real x;
encapsulated model M
  Real x = time;
end M;
