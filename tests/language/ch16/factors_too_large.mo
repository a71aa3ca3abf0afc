// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0134]: the factors of this clock do not fit into 63 bits (MLS 16.7.5)
model FactorsTooLarge
  Clock c = Clock(1, 10);
  Clock d = superSample(superSample(c, 2000000000), 2000000000);
  Clock e = superSample(d, 2000000000);
  Real a = sample(time, e);
end FactorsTooLarge;
