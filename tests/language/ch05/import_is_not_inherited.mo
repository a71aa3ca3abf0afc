// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0112]
package P model N end N; end P;
model A import P.N; end A;
model M
  extends A;
  N n;
end M;
