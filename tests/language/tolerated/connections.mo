// Connections that the letter forbids: a connector two levels down, an input with a variable that is neither input nor
// output, two inputs of one component of which one is given from outside, an Integer that a function gives.
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: warning[FLAT0094]
// CHECK: warning[INST0643]: a connector two levels down
// CHECK: warning[FLAT0095]
// CHECK: warning[FLAT0061]
// FINAL: b.a.c.f = -2 +- 1e-9
// FINAL: d.a.c.e = 1 +- 1e-9
// FINAL: v.y = 4 +- 1e-9
// FINAL: t.z = 2 +- 1e-9
// RUN: causeway check --strict %s
// EXIT: 2
// CHECK: error[INST0643]
model M
  connector C Real e; flow Real f; end C;
  connector In = input Real;
  connector Either
    Real u;
  end Either;
  connector Sent
    input Real u;
  end Sent;
  model Source C c; equation c.e = 1; end Source;
  model Load C c; equation c.f = 2*c.e; end Load;
  model Outer1 Source a; end Outer1;
  model Outer2 Load a; end Outer2;
  model Twice
    In u, w;
    Real z = 2*w;
  equation
    connect(u, w);
  end Twice;
  model V
    Either p;
    Sent q;
    Real y = q.u + p.u;
  equation
    connect(p, q);
  end V;
  function steps
    input Real x;
    output Integer n;
  algorithm
    n := 0;
    while n < x loop
      n := n + 1;
    end while;
  end steps;
  Outer1 b;
  Outer2 d;
  Twice t;
  V v;
  Integer n = steps(time);
equation
  connect(b.a.c, d.a.c);
  t.u = time;
  v.p.u = 2*time;
end M;
