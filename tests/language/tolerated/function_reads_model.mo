// Functions that read parameters and variables of the model around them: the values of the instance that they are called
// in or through, also where one function calls another, inherits its text, or has vectors from there.
// RUN: causeway simulate %s FunctionReadsModel.M -o %t.csv --stop 1
// CHECK: warning[INST0505]: h is declared in an enclosing class and is not a constant (MLS 5.3.1)
// FINAL: a.y = 11 +- 1e-9
// FINAL: b.y = 21 +- 1e-9
// FINAL: z = 30 +- 1e-9
// FINAL: c[1].y = 101 +- 1e-9
// FINAL: c[2].y = 201 +- 1e-9
// FINAL: w = 110 +- 1e-6
// FINAL: t = 8 +- 1e-6
// RUN: causeway check --strict %s FunctionReadsModel.M
// EXIT: 2
// CHECK: error[INST0505]
package FunctionReadsModel
  partial model Base
    replaceable partial function height
      input Real x;
      output Real y;
    end height;
  end Base;
  model World
    extends Base;
    parameter Real h = 10;
    parameter Integer n = 2;
    parameter Real T[n] = {h, 2*h};
    Real now = 3*time;
    redeclare function extends height
    algorithm
      y := x + h;
    end height;
    function total
      input Real u;
      output Real y;
    algorithm
      y := u*sum(T) + height(0) - h;
    end total;
    function moving
      input Real u;
      output Real y;
    algorithm
      y := u + now;
    end moving;
    function twice
      input Real u;
      output Real y;
    protected
      Real s[2] = T;
    algorithm
      y := s[1] + height(u) + h - T[1];
    end twice;
    parameter Real p = total(1) "known during translation";
    Real y = height(1);
  end World;
  model M
    World a, b(h = 20), c[2](h = {100, 200});
    Real z = a.total(1);
    Real w = a.twice(time*90) "90 + 2*10";
    Real t = b.moving(5);
  equation
    assert(a.p == 30, "of the instance");
  end M;
end FunctionReadsModel;
