// Ways of libraries of before version 3.2 of the Modelica library.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 1 +- 1e-9
// FINAL: v[1] = 0.5403023059 +- 1e-6
// FINAL: v[2] = -0.8414709848 +- 1e-6
// RUN: causeway check %s --strict
// EXIT: 2
// CHECK: SYN0023
model Before
  type Init = enumeration(NoInit, SteadyState, InitialState);
  type InitPID = enumeration(NoInit, SteadyState, InitialState, Other);
  function log "declared as external: its value is wanted during translation"
    input Real u;
    output Real y;
    external "C" y = log(u);
  end log;
  record Orientation
    Real T[2, 2];
    Real w;
  end Orientation;
  function resolve
    input Orientation R;
    input Real v1[2];
    output Real v2[2];
    annotation(derivative(noDerivative = R) = resolve_der, __Dymola_InlineAfterIndexReduction = true);
  algorithm
    v2 := R.T * v1;
  end resolve;
  function resolve_der "not linear in v1_der: R brings its own derivative"
    input Orientation R;
    input Real v1[2];
    input Real v1_der[2];
    output Real v2_der[2];
  algorithm
    v2_der := resolve(R, v1_der) + R.w * {v1[2], -v1[1]};
  end resolve_der;
  block B
    parameter InitPID init = InitPID.Other;
    parameter Real k = if init == InitPID.SteadyState then 1 else 2;
    annotation(Icon(graphics = {Text(extent = {{0, 0}, {1, 1}}, lineColor = {0, 0, 0}, d, textString = "x")}));
  end B;
  constant Real e[:] = {i for i in 1:integer(log(8))};
  B b(init = Init.SteadyState);
  Orientation R(T = [cos(time), sin(time); -sin(time), cos(time)], w = 1);
  Real x[2](start = {1, 0}, each fixed = true);
  Real a[2];
  Real v[2] = resolve(R, {1, 0});
  Real y = b.k + size(e, 1) - 2 + 0 * x[1];
equation
  der(x) = a;
  {0, 0} = resolve(R, a) + a - {1, 0};
end Before;
