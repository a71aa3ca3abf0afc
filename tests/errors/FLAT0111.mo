// RUN: causeway check %s
// EXIT: 2
// CHECK: FLAT0111.mo:23:3: error[FLAT0111]: Connections.branch closes a loop (or joins two roots) in the connection graph
model M
  type A
    extends Real;
    function equalityConstraint
      input A a;
      input A b;
      output Real residue[0];
    algorithm
    end equalityConstraint;
  end A;
  connector P
    A a;
    Real p;
    flow Real m;
  end P;
  P p, q;
equation
  Connections.root(p.a);
  Connections.branch(p.a, q.a);
  Connections.branch(p.a, q.a);
  p.a = 1;
  p.a = q.a;
  p.p = 1;
  q.p = 1;
end M;
