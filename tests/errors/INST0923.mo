// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: INST0923.mo:10:11: error[INST0923]: 'P' encloses an operator record and cannot be extended (MLS 4.7)
package P
  operator record C
    Real re;
  end C;
end P;
package Q
  extends P;
end Q;
model M
  Q.C c(re = 1);
end M;
