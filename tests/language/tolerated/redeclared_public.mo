// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// CHECK: warning[INST0310]: 'f' is protected and cannot be redeclared as public (MLS 7.3.3)
// FINAL: y = 2 +- 1e-12
// RUN: causeway check --strict %s P.M
// EXIT: 2
// CHECK: error[INST0310]
package P
  function twice
    input Real u;
    output Real y = 2*u;
  algorithm
  end twice;
  partial model Base
    Real y = f(time);
  protected
    replaceable function f
      input Real u;
      output Real y;
    algorithm
      y := u;
    end f;
  end Base;
  model M
    extends Base;
    redeclare function f = twice;
  end M;
end P;
