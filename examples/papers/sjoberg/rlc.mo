// J. Sjöberg, F. Fyhr, T. Grönstedt: Estimating parameters in physical models using MathModelica (2002).
// The nonlinear circuit with the sensitivities of its parameters as a Modelica model: the extended DAE, states times (1 + parameters).
// RUN: causeway simulate %s NonlinearRLC -o %t.csv --stop 10 --interval 1e-3 --tolerance 1e-9
// VALUE: %t.csv i(0.3043) = 1.536381 +- 1e-6
// VALUE: %t.csv i(1) = 1.460032 +- 1e-6
// VALUE: %t.csv i(4) = 0.752512 +- 1e-6
// VALUE: %t.csv i(8) = 0.204924 +- 1e-6
// VALUE: %t.csv i(10) = -0.084527 +- 1e-6
// RUN: causeway simulate %s DeadZone -o %t.zone.csv --stop 40 --interval 0.01 --tolerance 1e-9
// VALUE: %t.zone.csv i(5) = -1.174012 +- 2e-6
// VALUE: %t.zone.csv i(10) = -0.827906 +- 2e-6
// VALUE: %t.zone.csv i(40) = 0.186314 +- 2e-6
// RUN: causeway simulate %s Check -o %t.check.csv --stop 4 --tolerance 1e-10
// ALWAYS: %t.check.csv abs({error}) < 1e-5
model NonlinearRLC "Step of 10 V, uR = R1*i + R2*i^5"
  parameter Real R1 = 0.5, R2 = 1, C = 0.5, L = 1;
  Real i(start = 0, fixed = true), u(start = 0, fixed = true);
  Real S[2, 4](each start = 0, each fixed = true) "Of i and u by R1, R2, C, L";
equation
  L*der(i) = 10 - R1*i - R2*i^5 - u;
  C*der(u) = i;
  for k in 1:4 loop
    L*der(S[1, k]) = -(R1 + 5*R2*i^4)*S[1, k] - S[2, k] - (if k == 1 then i elseif k == 2 then i^5 elseif k == 4 then der(i) else 0);
    C*der(S[2, k]) = S[1, k] - (if k == 3 then der(u) else 0);
  end for;
end NonlinearRLC;
model DeadZone "Step of 5 V; no voltage between -d and d"
  parameter Real R = 0.5, d = 0.4, C = 0.8, L = 1;
  Real i(start = 0, fixed = true), u(start = 0, fixed = true), uR;
equation
  uR = if i > d then R*(i - d) elseif i < -d then R*(i + d) else 0;
  L*der(i) = 5 - uR - u;
  C*der(u) = i;
end DeadZone;
model Check "A sensitivity against a difference of two runs"
  parameter Real h = 1e-5;
  NonlinearRLC middle, up(R1 = 0.5 + h), down(R1 = 0.5 - h);
  Real error = (up.i - down.i)/(2*h) - middle.S[1, 1];
end Check;
