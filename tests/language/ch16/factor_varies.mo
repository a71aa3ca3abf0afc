// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0134]: this number of subSample must be known during translation
model FactorVaries
  Integer k = integer(time);
  Real u = sample(time, Clock(0.1));
  Real v = subSample(u, k);
  Real y = hold(v);
end FactorVaries;
