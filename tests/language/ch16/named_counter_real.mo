// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0557]: the argument intervalCounter of Clock must be an Integer (MLS 16.3)
model NamedCounterReal
  Real a = sample(time, Clock(intervalCounter = 0.5));
end NamedCounterReal;
