// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0091.mo:20:3: error[FLAT0091]: these connectors do not match: 'w' is a flow variable on one side only (MLS 9.3)
model M
  connector A
    Real v;
    flow Real i;
    Real w;
    flow Real j;
  end A;
  connector B
    Real v;
    flow Real i;
    flow Real w;
    Real j;
  end B;
  A a;
  B b;
equation
  connect(a, b);
end M;
