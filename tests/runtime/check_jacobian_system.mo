// The wrong derivative stands inside a system of equations: the entry of its matrix is named, and so is one that
// only sees what comes from outside.
// RUN: causeway simulate %s -o /dev/null --check-jacobian
// EXIT: 5
// CHECK: error[RT0095]: the derivative of this equation is wrong at time 0: d({{.*}})/d({{[ab]}}) is {{.*}} by formula, {{.*}} by differences
// CHECK: it calls CheckSystem.f, whose derivative is given as CheckSystem.f_der
// RUN: sed 's/a\*a + f(b)/a*a + b + f(x)/' %s > outside.mo; causeway simulate outside.mo -o /dev/null --check-jacobian
// EXIT: 5
// CHECK: error[RT0095]: the derivative of this equation is wrong at time 0: d({{.*}})/d(x) is
// CHECK: it calls CheckSystem.f
package CheckSystem
  function f
    input Real u;
    output Real y;
  protected
    Real t;
  algorithm
    t := 0;
    for i in 1:2 loop
      t := t + 0.05*u;
    end for;
    y := u + t*u;
    annotation(derivative = f_der);
  end f;
  function f_der
    input Real u;
    input Real du;
    output Real dy;
  algorithm
    dy := (1 + 0.3*u)*du; // should be (1 + 0.2*u)*du
  end f_der;
  model Test
    Real x(start = 1, fixed = true);
    Real a(start = 1), b(start = 1);
  equation
    a*a + f(b) = 2 + x;
    a - b*b = 0.1*x;
    der(x) = -a*b;
  end Test;
end CheckSystem;
