// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0112.mo:31:3: error[FLAT0112]: equalityConstraint must have two inputs and one output
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
  model Part
    P p, q;
  equation
    Connections.branch(p.a, q.a);
    p.a = q.a;
    p.p = q.p;
    p.m + q.m = 0;
  end Part;
  P r;
  Part a, b;
equation
  connect(r, a.p);
  connect(a.q, b.p);
  connect(b.q, r);
  Connections.root(r.a);
  r.a = 1;
end M;
