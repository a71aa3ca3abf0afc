// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: INST0922.mo:8:11: error[INST0922]: an operator record can only be extended by a short class definition (MLS 4.7)
operator record C
  Real re;
end C;
operator record D
  extends C;
  Real im;
end D;
model M
  D d(re = 1, im = 2);
end M;
