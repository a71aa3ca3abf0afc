// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0132]
model ClocksDisagreeByFactor
  Real a = sample(time, Clock(1, 10));
  Real b = subSample(a, 2);
  Real c = sample(time, Clock(3, 10)) + b;
end ClocksDisagreeByFactor;
