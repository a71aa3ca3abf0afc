// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0055.mo:9:5: error[FLAT0055]: a variable is assigned twice in one when-branch
model M
  Integer n(start = 0, fixed = true);
equation
  when time > 1 then
    n = 1;
    n = 2;
  end when;
end M;
