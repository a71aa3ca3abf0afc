// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0609.mo:8:12: error[INST0609]: the step of a range is zero
model M
  parameter Integer step = 0;
  Real x[3];
equation
  for i in 1:step:3 loop
    x[i] = i;
  end for;
end M;
