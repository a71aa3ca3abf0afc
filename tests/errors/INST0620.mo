// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0620.mo:7:7: error[INST0620]: this has no value: it gives no result
model M
  Real x;
equation
  x = assert(true, "ok");
end M;
