// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0529]
model M
  Real x[3];
equation
  for i in 3 loop
    x[i] = 1;
  end for;
end M;
