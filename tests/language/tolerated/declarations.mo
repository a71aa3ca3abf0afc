// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// CHECK: warning[INST0913]: 'fixed' is an attribute of enumerations
// CHECK: warning[INST0944]: constant 'never' has no value
// CHECK: warning[INST0907]: 'a' is neither input nor output
// FINAL: x = 8 +- 1e-12
// FINAL: before = 1 +- 0
// RUN: causeway check %s P.Reads
// EXIT: 2
// CHECK: error[INST0944]: constant 'never' has no value
// RUN: causeway check --strict %s P.M
// EXIT: 2
// CHECK: error[INST0913]
// CHECK: error[INST0944]
package P
  type Choice = enumeration(fixed, linear);
  block pre
    input Real u;
    output Real y = u;
  end pre;
  function f
    input Real u;
    output Real y;
    Real a "public, neither input nor output";
  protected
    parameter Real m[2];
  algorithm
    a := 2*u;
    m := {a, 1};
    m[2] := 3;
    y := sum(m);
  end f;
  model Material
    constant Real rho = 1;
    constant Real never;
  end Material;
  model M
    parameter Choice c = Choice.fixed;
    Material m(rho = 3);
    Real x = if c == Choice.fixed then f(time) + m.rho else 0;
    Boolean b;
    Boolean before = pre(b);
  equation
    b = time > 0.5;
  end M;
  model Reads
    Material m;
    Real x = m.never;
  end Reads;
end P;
