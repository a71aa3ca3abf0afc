// Index reduction brings in calls of derivative functions, which are linear in derivatives: they may stand in small systems solved by
// formulas, with arguments that are arrays too, annotated or made by differentiation; unless arguments marked noDerivative might
// carry derivatives of their own.
// RUN: causeway explain %s
// CHECK: linear systems 0
// CHECK: solve {{
// RUN: causeway simulate %s -o %t.csv --check-jacobian --no-cache --stop 2 --tolerance 1e-8
// CHECK: , 0 wrong
// RUN: causeway simulate %s -o %t_whole.csv --no-tearing --stop 2 --tolerance 1e-8
// RUN: causeway compare %t.csv %t_whole.csv --tolerance 1e-6
// CHECK: 0 different, 0 missing
// ALWAYS: %t.csv abs({U} - {m}*(1 + {T} + 0.1*{T}**2)) < 1e-9 and abs({m} - 10/(1 + {T}**2) - 0.1*{T}*{z}) < 1e-9
// ALWAYS: %t.csv abs({U} - 2*{m} - 0.5 - 9*{time}) < 1e-5
// RUN: sed 's/derivative = h_der/derivative(noDerivative = k) = h_der2/' %s > no.mo; causeway explain no.mo
// CHECK: linear systems 1
// RUN: causeway simulate no.mo -o %t_no.csv --stop 2 --tolerance 1e-8
// RUN: causeway compare %t.csv %t_no.csv --tolerance 1e-6
// CHECK: 0 different, 0 missing
model TinyCalls "a volume filled through its energy: two constraints between derivatives"
  function h
    input Real T;
    input Real k;
    output Real y = 1 + T + k*T^2;
    annotation(Inline = false, derivative = h_der);
  end h;
  function h_der
    input Real T;
    input Real k;
    input Real dT;
    input Real dk;
    output Real y = dT + 2*k*T*dT + dk*T^2;
    annotation(Inline = false);
  end h_der;
  function h_der2
    input Real T;
    input Real k;
    input Real dT;
    output Real y = dT + 2*k*T*dT;
    annotation(Inline = false);
  end h_der2;
  function rho
    input Real x[2];
    output Real y;
  algorithm
    y := 10/(1 + x[1]^2) + 0.1*x[1]*x[2];
    annotation(Inline = false);
  end rho;
  Real U(stateSelect = StateSelect.never), m(stateSelect = StateSelect.never), T(start = 1, fixed = true), z(start = 0, fixed = true), e;
equation
  U = m*h(T, 0.1);
  m = rho({T, z});
  der(U) = 9 + e;
  der(m) = e/2;
  der(z) = 1 - z;
end TinyCalls;
