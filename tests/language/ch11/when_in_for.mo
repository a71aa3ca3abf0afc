// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0628]
model M
  Real x[2](each start = 0, each fixed = true);
algorithm
  for i in 1:2 loop
    when time > i then x[i] := 1; end when;
  end for;
end M;
