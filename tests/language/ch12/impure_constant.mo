// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0575]: M.r is impure and cannot be called from the value of a constant (MLS 12.3)
model M
  impure function r
    output Real y;
  algorithm
    y := 1;
  end r;
  constant Real c = r();
  parameter Real p = r();
end M;
