// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0540]
model ClockArgument
  Clock c = Clock("fast");
end ClockArgument;
