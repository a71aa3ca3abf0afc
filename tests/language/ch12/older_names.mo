// RUN: causeway simulate %s OlderNames.M -o %t.csv --stop 1
// CHECK: warning[INST0572]: no function isRoot is declared here (MLS 5.3.1)
// FINAL: y = 0 +- 1e-12
// FINAL: z = 0.785398163397448 +- 1e-12
// FINAL: root = 1 +- 0
// FINAL: shape = 987 +- 0
// RUN: causeway check %s OlderNames.M --strict
// EXIT: 2
// CHECK: error[INST0572]: no function isRoot is declared here
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
    flow Real f;
  end C;
  model M
    C c;
    Boolean root = isRoot(c.a);
    Real y = ln(time + 1e-300 + (1 - time)), z = arctan(time);
    Real shape = 987 + PackShape("box")*time;
  equation
    defineRoot(c.a);
    c.a = 1;
  end M;
end OlderNames;
