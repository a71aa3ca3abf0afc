// RUN: causeway simulate %s -o %t.csv
// EXIT: 3
// CHECK: SYM0305.mo:11:5: error[SYM0305]: reinit of x, a state of a clocked partition, is not translated
model M
  Real x(start = 1);
equation
  when Clock(Clock(1, 10), "ExplicitEuler") then
    der(x) = -x;
  end when;
  when x < 0.5 then
    reinit(x, 1);
  end when;
end M;
