// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0093.mo:11:3: error[FLAT0093]: the connected arrays have different sizes: 2 and 3
model M
  connector A
    Real v;
    flow Real i;
  end A;
  A a[2], b[3];
equation
  connect(a, b);
end M;
