// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0628]
model M
  Real x(start = 1);
initial equation
  when time > 0 then
    x = 1;
  end when;
equation
  der(x) = 1;
end M;
