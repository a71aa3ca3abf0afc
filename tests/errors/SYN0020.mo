// RUN: causeway check %s
// EXIT: 0
// CHECK: SYN0020.mo:5:3: warning[SYN0020]: the annotation of a class stands last, behind all elements and equations
model M
  annotation (version = "1");
  Real x = 1;
  annotation (version = "2");
end M;
