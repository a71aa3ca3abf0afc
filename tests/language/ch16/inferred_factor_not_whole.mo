// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0132]: the factor of subSample would have to be 10/3; it must be a positive Integer (MLS 16.7.5)
model InferredFactorNotWhole
  Real a = sample(time, Clock(1, 10));
  Real b = subSample(a) + sample(0.0, Clock(1, 3));
end InferredFactorNotWhole;
