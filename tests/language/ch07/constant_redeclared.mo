// A constant that is redeclared with another value: others take it as modified (MLS 3.6, 7.3.3 forbids it).
// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[INST0208]
// FINAL: y = 2 +- 0
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0208]
model M
  model A replaceable constant Real c = 1; end A;
  A a(redeclare constant Real c = 2);
  Real y = a.c + 0*time;
end M;
