// RUN: causeway check %s
// EXIT: 2
// CHECK: INST0207.mo:15:7: error[INST0207]: 'B' is final and cannot be redeclared (MLS 7.3.3)
model A
  final replaceable model B = C;
  model C
    Real x = 1;
  end C;
  B b;
end A;
model M
  model D
    Real x = 2;
  end D;
  A a(redeclare model B = D);
end M;
