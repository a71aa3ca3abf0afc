// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0045.mo:9:{{[0-9]+}}: error[FLAT0045]: this size must be known during translation
model M
  record R
    Real v[3];
  end R;
  Integer n = integer(time);
  R r = R(fill(time, n));
end M;
