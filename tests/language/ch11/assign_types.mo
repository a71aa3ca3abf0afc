// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0501]: assignment: expected Integer, found Real
model M
  Integer i;
algorithm
  i := 1.5;
end M;
