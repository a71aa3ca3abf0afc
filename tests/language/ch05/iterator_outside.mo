// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0502]
model M
  Real x[3];
  Real y = i;
equation
  for i in 1:3 loop
    x[i] = i;
  end for;
end M;
