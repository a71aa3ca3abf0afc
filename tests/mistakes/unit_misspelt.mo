// RUN: causeway check %s
// EXIT: 0
// CHECK: :6:19: warning[FLAT0121]: unit = "kg/m3/" is no unit: '/' does not belong there
// CHECK: hint: units are written as N.m, kg/m3, J/(kg.K), m.s-2 (MLS chapter 19)
model M
  Real rho(unit = "kg/m3/") = 1000; // <- kg/m3
end M;
