// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0130]: der() in a clocked partition needs a clock with a solver method
model DerWithoutMethod
  Real x(start = 1);
equation
  when Clock(0.1) then
    der(x) = -x;
  end when;
end DerWithoutMethod;
