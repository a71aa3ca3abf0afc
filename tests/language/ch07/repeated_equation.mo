// RUN: causeway flatten %s
// CHECK: warning[INST0311]
model M
  model A Real x; equation x = time; end A;
  extends A;
equation
  x = time;
end M;
