// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0531]: the branches of if have different types: Real and Boolean
model M
  Real x = if time > 0.5 then 1.0 else false;
end M;
