// RUN: causeway check %s
// EXIT: 2
// CHECK: error[INST0203]
model M
  type Angle = Real(final unit = "rad");
  Angle a(unit = "deg") = 1;
end M;
