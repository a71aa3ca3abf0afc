// RUN: causeway simulate %s --dump blocks
// RUN: causeway simulate %s -o %t.csv --stop 1
// CHECK: initial equations
// CHECK: f[1] := w
// CHECK: f[2] := f[1]
// CHECK: unknowns p[4]
// CHECK: unknowns p[1]
// CHECK: simulation equations
// What flows in is 2 kg/s of 350 K, and the walls have 320 K: T[1] = (2*1000*350 + 100*320)/(2*1000 + 100), and so on.
// VALUE: %t.csv T[1](0) = 348.571428571 +- 1e-6
// VALUE: %t.csv T[2](0) = 347.210884354 +- 1e-6
// VALUE: %t.csv f[4](0) = 2 +- 1e-6
model Standstill "gas that begins at rest: the flows into and out of each volume are equal, whatever its density is"
  function density
    input Real p;
    input Real T;
    input Real R;
    output Real d;
  algorithm
    d := p/(R*T);
    annotation (derivative(noDerivative = R) = density_der, Inline = false);
  end density;
  function density_der
    input Real p;
    input Real T;
    input Real R;
    input Real p_der;
    input Real T_der;
    output Real d_der;
  algorithm
    d_der := p_der/(R*T) - p*T_der/(R*T*T);
    annotation (Inline = false);
  end density_der;
  parameter Integer n = 4;
  parameter Real V = 0.1, w = 2, cp = 1000, R = 287;
  Real p[n](each start = 1e5), T[n](each start = 300), d[n], m[n], U[n];
  Real f[n] "out of each volume: with a vertical tangent where the pressures are equal";
  Real dp[n];
initial equation
  for i in 1:n loop
    der(p[i]) = 0;
    der(T[i]) = 0;
  end for;
equation
  for i in 1:n loop
    d[i] = density(p[i], T[i], R);
    m[i] = V*d[i];
    U[i] = m[i]*(cp - R)*T[i];
    dp[i] = p[i] - (if i < n then p[min(i + 1, n)] else 1e5);
    f[i] = (if noEvent(dp[i] >= 0) then 1 else -1)*sqrt(abs(dp[i])*d[i])*(1 + 0.1*exp(-T[i]/300));
    der(m[i]) = (if i == 1 then w else f[max(i - 1, 1)]) - f[i];
    der(U[i]) = (if i == 1 then w*cp*350 else f[max(i - 1, 1)]*cp*T[max(i - 1, 1)]) - f[i]*cp*T[i] + 100*(320 - T[i]);
  end for;
end Standstill;
