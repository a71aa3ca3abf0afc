// A size that no memory holds is refused at once.
// RUN: causeway check %s
// EXIT: 2
// CHECK: more_than_memory.mo:7:18: error[FLAT0025]: the model has more than
// CHECK: note: 'x' alone has 2000000000
model MoreThanMemory
  parameter Real x[:] = 1:2000000000;
  Real y = x[3];
end MoreThanMemory;
