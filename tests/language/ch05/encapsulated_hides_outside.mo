// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0112]
package P
  model N end N;
  encapsulated model M N n; end M;
end P;
model T extends P.M; end T;
