// Tearing a tridiagonal system by one variable is a shooting recursion that loses all digits when a is small (growth 1/a per
// row): it is refused, and the solution keeps its digits.
// RUN: causeway explain %s --json | python3 -c "import json, sys; b = [x['system'] for x in json.load(sys.stdin)['simulation'] if 'system' in x]; print(len(b), b[0]['size'], b[0]['torn'] >= 15, b[0]['linear'], b[0]['constant'])"
// CHECK: 1 50 True True True
// RUN: causeway simulate %s -o %t.csv --stop 1
// VALUE: %t.csv u[1](0) = 0.998910798491006 +- 1e-12
// VALUE: %t.csv u[10](0) = -0.5435213998209517 +- 1e-9
// VALUE: %t.csv u[25](0) = -0.13223017828167158 +- 1e-9
// VALUE: %t.csv u[40](0) = 0.7444287361324576 +- 1e-9
// VALUE: %t.csv u[50](0) = -0.0009507144913707037 +- 1e-12
model Tridiagonal "one step of implicit Euler on a rod"
  parameter Integer n = 50;
  parameter Real a = 0.001;
  Real u[n];
equation
  u[1] - a*(u[2] - 2*u[1]) = 1 + time;
  for i in 2:n-1 loop
    u[i] - a*(u[i+1] - 2*u[i] + u[i-1]) = sin(i);
  end for;
  u[n] - a*(u[n-1] - 2*u[n]) = 0;
end Tridiagonal;
