// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0912]
package P model N end N; end P;
package Q model N end N; end Q;
model M
  import P.N;
  import Q.N;
  N n;
end M;
