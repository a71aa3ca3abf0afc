// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0110.mo:11:20: error[FLAT0110]: this must name an overdetermined type or record of a connector
model M
  connector P
    Real p;
    flow Real m;
  end P;
  P p;
equation
  Connections.root(p);
  p.m = 1;
end M;
