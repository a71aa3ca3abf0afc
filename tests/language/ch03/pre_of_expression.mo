// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0550]
model M
  Integer i(start = 0, fixed = true) = if time > 0.5 then 1 else 0;
  Integer j = pre(i + 1);
end M;
