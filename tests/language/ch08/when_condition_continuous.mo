// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0627]
model M
  Integer n(start = 0);
equation
  when time then
    n = 1;
  end when;
end M;
