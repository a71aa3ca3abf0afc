// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0628]
model M
  Integer n(start = 0);
algorithm
  if time > 0 then
    when time > 0.5 then
      n := 1;
    end when;
  end if;
end M;
