// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0090.mo:16:3: error[FLAT0090]: these connectors do not match: 'v' has 2 elements on one side and 3 on the other (MLS 9.3)
model M
  connector A
    Real v[2];
    flow Real i[2];
  end A;
  connector B
    Real v[3];
    flow Real i[3];
  end B;
  A a;
  B b;
equation
  connect(a, b);
end M;
