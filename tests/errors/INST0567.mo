// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0567.mo:8:15: error[INST0567]: a record constructor of arrays of this rank is not supported
model M
  record R
    Real a;
  end R;
  R r[2, 2] = R([1, 2; 3, 4]);
end M;
