// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0557]: the first argument of subSample cannot be named (MLS 16.5.2)
model NamedU
  Real a = sample(time, Clock(1, 10));
  Real b = subSample(u = a, factor = 2);
end NamedU;
