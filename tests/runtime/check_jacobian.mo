// A derivative function that is wrong is found and named: equation, variable, line, both values.
// RUN: causeway simulate %s -o /dev/null --check-jacobian
// EXIT: 5
// CHECK: Jacobians: {{\d+}} entries compared at {{\d+}} points, {{[1-9]\d*}} wrong
// CHECK: check_jacobian.mo:{{\d+}}:5: error[RT0095]: the derivative of this equation is wrong at time 0: d(y)/d(x) is 3 by formula, 2 by differences
// CHECK: note: equation: y := CheckJacobian.f(x)
// CHECK: check_jacobian.mo:{{\d+}}:{{\d+}}: note: it calls CheckJacobian.f, whose derivative is given as CheckJacobian.f_der
// RUN: sed 's/3\*u\*du/2*u*du/' %s > right.mo; causeway simulate right.mo -o /dev/null --check-jacobian
// CHECK: Jacobians: {{\d+}} entries compared at {{\d+}} points, 0 wrong
package CheckJacobian
  function f
    input Real u;
    output Real y;
  protected
    Real t;
  algorithm
    t := 0;
    for i in 1:2 loop
      t := t + 0.5*u;
    end for;
    y := t*u;
    annotation(derivative = f_der);
  end f;
  function f_der
    input Real u;
    input Real du;
    output Real dy;
  algorithm
    dy := 3*u*du; // should be 2*u*du
  end f_der;
  model Test
    Real x(start = 1, fixed = true);
    Real y, z;
  equation
    y = f(x);
    z + 0.1*sin(z) = y;
    der(x) = -z;
  end Test;
end CheckJacobian;
