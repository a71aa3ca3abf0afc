// RUN: causeway check %s
// EXIT: 2
// CHECK: LIB0007.mo:4:8: error[LIB0007]: there is no class 'Nowhere' that this file could be within
within Nowhere.Inside;
model M
  Real x = 1;
end M;
