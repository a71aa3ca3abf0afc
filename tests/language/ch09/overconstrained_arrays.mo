// RUN: causeway simulate %s -o %t.csv
// FINAL: two.b.v = 1 +- 1e-12
// FINAL: none.b.v = 1 +- 1e-12
// Overdetermined types in arrays, which may be empty (9.4.1).
package Arrays
  type Angle
    extends Real;
    function equalityConstraint
      input Angle a;
      input Angle b;
      output Real residue[0];
    algorithm
    end equalityConstraint;
  end Angle;
  connector Pin
    parameter Integer m = 1;
    Real v;
    flow Real i;
    Angle theta[m];
  end Pin;
  model Two
    parameter Integer m;
    Pin a(m = m), b(m = m);
  equation
    Connections.branch(a.theta, b.theta);
    a.theta = b.theta;
    a.v = b.v;
    a.i + b.i = 0;
  end Two;
  model Source
    parameter Integer m;
    Pin a(m = m);
  equation
    Connections.potentialRoot(a.theta);
    a.v = 1;
    if Connections.isRoot(a.theta) then
      a.theta = fill(0.5, m);
    end if;
  end Source;
  model M
    Two two(m = 1), none(m = 0);
    Source s(m = 1), e(m = 0);
  equation
    connect(s.a, two.a);
    connect(e.a, none.a);
  end M;
end Arrays;
