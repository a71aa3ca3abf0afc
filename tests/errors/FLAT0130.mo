// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0130.mo:5:8: error[FLAT0130]: der() of a clocked variable needs a clock with a solver method
model M
  Real x(start = 0);
equation
  when Clock(0.1) then
    der(x) = 1;
  end when;
end M;
