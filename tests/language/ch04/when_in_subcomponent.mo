// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0943]
model M
  model A discrete Real x; end A;
  A a;
equation
  when time > 1 then
    a.x = 1;
  end when;
end M;
