// Two sources of one signal are equal: here that determines x.  As many equations as unknowns must be left.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// CHECK: warning[FLAT0095]: this connection set has two sources of one signal (MLS 9.3): they are taken to be equal
// FINAL: x = 3 +- 1e-6
// FINAL: use.v = 5 +- 1e-9
// RUN: causeway check --strict %s P.M
// EXIT: 2
// CHECK: error[FLAT0095]
// RUN: causeway check %s P.Wrong
// EXIT: 2
// CHECK: error[FLAT0095]
package P
  connector In = input Real;
  connector Out = output Real;
  model Equal "two inputs that are equal"
    In u, v;
  equation
    connect(u, v);
  end Equal;
  model Source
    Out y;
  end Source;
  model Use "an output that is used as an input"
    Out r;
    Real v;
  equation
    v = r;
  end Use;
  model M
    Real x(start = 1);
    Source a(y = x^3), b(y = 27*time), c(y = 5);
    Equal e;
    Use use;
  equation
    connect(a.y, e.u);
    connect(b.y, e.v);
    connect(c.y, use.r);
  end M;
  model Wrong
    Source a(y = 1), b(y = 2);
  equation
    connect(a.y, b.y);
  end Wrong;
end P;
