// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0148]: ticksInState() can only be used in states and in conditions of transitions
model TicksOutside
  Integer n = ticksInState();
end TicksOutside;
