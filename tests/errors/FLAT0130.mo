// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0130.mo:8:5: error[FLAT0130]: der() in a clocked partition needs a clock with a solver method (MLS 16.8.3)
model M
  Real x(start = 0);
equation
  when Clock(0.1) then
    der(x) = 1;
  end when;
end M;
