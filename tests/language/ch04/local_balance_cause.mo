// A component that lacks an equation is the cause of the imbalance: it is named, once for its class.
// RUN: causeway check %s
// EXIT: 2
// CHECK: local_balance_cause.mo:16:5: error[FLAT0060]: component 'r1': class 'R' is not balanced on its own, it has 3 equations for 4 unknowns
// CHECK: the class is defined here
// CHECK-NOT: SYM0402
// CHECK-NOT: component 'r2'
model M
  connector Pin Real v; flow Real i; end Pin;
  model R
    Pin p, n;
    parameter Real R = 1;
  equation
    p.v - n.v = R * p.i;
  end R;
  R r1, r2;
equation
  connect(r1.p, r2.p);
  connect(r1.n, r2.n);
  r1.n.v = 0;
end M;
