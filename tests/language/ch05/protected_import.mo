// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0110]
package P protected model N end N; end P;
model M
  import P.N;
  N n;
end M;
