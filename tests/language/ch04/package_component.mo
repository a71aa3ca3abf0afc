// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0904]
model M
  package P Real x = 1; end P;
  Real y = P.x;
end M;
