// Conditions and sizes that hang on cardinality (MLS 3.6, 3.7.4.3), in arrays and loops too; a connection to a component
// that is not present does not count.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// FINAL: a.n = 3 +- 0
// FINAL: a.y[3] = 1 +- 1e-9
// FINAL: b.extra.x = 1 +- 0
// FINAL: r[2].extra.x = 1 +- 0
// FINAL: r[1].k = 1 +- 0
// FINAL: r[1].n = 2 +- 0
// FINAL: total = 10 +- 0
// CHECK-NOT: error
package P
  connector C
    Real v;
    flow Real i;
  end C;
  model Extra
    Real x = 1;
  end Extra;
  model Resistor
    C p, n_;
    parameter Boolean joined = cardinality(n_) > 0;
    parameter Integer k = cardinality(p);
    parameter Integer n = k + cardinality(n_);
    Real y[n] = fill(time, n);
    Extra extra if not joined;
  equation
    p.i + n_.i = 0;
    p.v - n_.v = p.i;
  end Resistor;
  model Source
    C p;
  equation
    p.v = 1;
  end Source;
  model M
    parameter Boolean more = false;
    Source s;
    Source away if more;
    Resistor a, b;
    Resistor r[2];
    Resistor q[3];
    Integer total = a.n + b.n + sum(r.n) + sum(q.n);
  equation
    connect(s.p, a.p);
    connect(a.n_, b.p);
    connect(a.n_, r[1].p);
    connect(s.p, r[2].p);
    connect(away.p, b.n_);
    if more then
      connect(r[2].n_, b.n_);
    else
      connect(r[1].n_, q[1].p);
    end if;
    for i in 1:2 loop
      connect(s.p, q[i + 1].p);
    end for;
  end M;
end P;
