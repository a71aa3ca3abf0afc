// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0010.mo:8:7: error[FLAT0010]: subscript 4 of 'x' is outside 1:3
model M
  Real x[3];
equation
  for i in 1:3 loop
    x[i + 1] = i;
  end for;
end M;
