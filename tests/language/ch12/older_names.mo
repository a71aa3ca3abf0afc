// RUN: causeway simulate %s OlderNames.M -o %t.csv --stop 1
// CHECK: warning[INST0572]: no function {{.*}} is declared here (MLS 5.3.1)
// FINAL: y = 0 +- 1e-12
// FINAL: z = 0.785398163397448 +- 1e-12
// FINAL: link.b.a = 2 +- 1e-12
// FINAL: base.root = 1 +- 0
// FINAL: shape = 987 +- 0
// RUN: causeway check %s OlderNames.M --strict
// EXIT: 2
// CHECK: error[INST0572]: no function
package OlderNames "functions by the names that they had in Modelica 1 and 2, or have in Dymola's own language"
  type Angle
    extends Real;
    function equalityConstraint
      input Angle a;
      input Angle b;
      output Real residue[0];
    algorithm
    end equalityConstraint;
  end Angle;
  connector C
    Angle a;
    Real p;
    flow Real f;
  end C;
  model Link
    C a, b;
  equation
    defineBranch(a.a, b.a);
    b.a = a.a + 1;
    a.f + b.f = 0;
    a.f = a.p - b.p;
  end Link;
  model Base
    C c;
    Boolean root = isRoot(c.a);
  equation
    defineRoot(c.a);
    c.a = 1;
    c.p = 0;
  end Base;
  model M
    Base base;
    Link link, other;
    Real y = ln(time + 1e-300 + (1 - time)), z = arctan(time);
    Real shape = 987 + PackShape("box")*time;
  equation
    connect(base.c, link.a);
    connect(base.c, other.a);
    connect(link.b, other.b);
  end M;
end OlderNames;
