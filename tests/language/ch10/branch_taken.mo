// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0511]: subscript 3 of dimension 1 of x is outside 1:2
model M
  Real x[2];
equation
  for i in 1:2 loop
    if i == 1 then
      x[i] = time;
    else
      x[3] = time;
    end if;
  end for;
end M;
