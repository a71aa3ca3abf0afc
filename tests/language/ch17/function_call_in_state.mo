// RUN: causeway simulate %s -o %t.csv --stop 4 --interval 1
// VALUE: %t.csv a.y(0.5) = 2 +- 1e-12
// VALUE: %t.csv b.z(2.5) = 5 +- 1e-12
// VALUE: %t.csv b.y(2.5) = 4 +- 1e-12
model FunctionCallInState
  function f input Real x; output Real y; output Real z; algorithm y := 2*x; z := 2*x + 1; annotation(Inline = false); end f;
  block S parameter Real k; Real y, z; equation (y, z) = f(k); end S;
  S a(k = 1), b(k = 2);
equation
  initialState(a);
  transition(a, b, ticksInState() >= 2, immediate = false);
end FunctionCallInState;
