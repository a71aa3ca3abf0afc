// RUN: causeway simulate %s ConstraintExtends.M -o %t.csv
// CHECK: constraint_extends.mo:14:34: warning[SYN0035]: a constraint begins with 'constrainedby' (MLS 7.3.2); 'extends' is of Modelica 2
// FINAL: c.part.y = 3 +- 1e-12
// RUN: causeway check %s ConstraintExtends.M --strict
// EXIT: 2
// CHECK: error[SYN0035]
package ConstraintExtends
  partial model Base
    Real y;
  end Base;
  model One extends Base; parameter Real k = 1; equation y = k*time; end One;
  model Three extends Base; equation y = 3*time; end Three;
  model Carrier
    replaceable model Kind = One extends Base "what it is";
    replaceable One
      part(k = 2)   extends Base annotation(choicesAllMatching = true);
    Kind kind;
  end Carrier;
  model M
    Carrier c(redeclare Three part, redeclare replaceable model Kind = Three extends Base);
  end M;
end ConstraintExtends;
