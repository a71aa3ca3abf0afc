// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0045.mo:6:27: error[FLAT0045]: this size must be known during translation
model M
  Integer n = integer(time);
  Real x = sum(fill(time, n));
end M;
