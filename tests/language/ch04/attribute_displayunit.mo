// RUN: causeway flatten %s
// CHECK: displayUnit = "degC"
model M
  Real T(unit = "K", displayUnit = "degC") = 300;
end M;
