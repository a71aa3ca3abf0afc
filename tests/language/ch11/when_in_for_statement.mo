// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0628]
model M
  Integer n(start = 0);
algorithm
  for i in 1:2 loop
    when time > 0.5 then
      n := 1;
    end when;
  end for;
end M;
