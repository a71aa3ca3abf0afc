// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: INST0634.mo:10:5: error[INST0634]: reinit belongs in an equation section
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
algorithm
  when x < 0.5 then
    reinit(x, 1);
  end when;
end M;
