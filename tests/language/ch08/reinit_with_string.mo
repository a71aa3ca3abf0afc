// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0501]
model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x >= 0.5 then
    reinit(x, "zero");
  end when;
end M;
