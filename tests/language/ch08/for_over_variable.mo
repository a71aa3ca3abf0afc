// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0626]
model M
  Integer n = integer(time);
  Real x[3];
equation
  for i in 1:n loop
    x[i] = 1;
  end for;
end M;
