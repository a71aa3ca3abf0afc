// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0112.mo:22:3: error[FLAT0112]: equalityConstraint must have two inputs and one output
model M
  type A
    extends Real;
    function equalityConstraint
      input A a;
      output Real residue[0];
    algorithm
    end equalityConstraint;
  end A;
  connector P
    A a;
    Real p;
    flow Real m;
  end P;
  P p, q, r;
equation
  connect(p, q);
  connect(q, r);
  connect(r, p);
  Connections.root(p.a);
  p.a = 1;
end M;
