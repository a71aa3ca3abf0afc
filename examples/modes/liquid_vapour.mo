// RUN: causeway simulate %s -o %t.csv
// CHECK: 2 modes, 3 changes
// VALUE: %t.csv T(9.999999) = 309.999999 +- 1e-8
// VALUE: %t.csv T(10) = 373 +- 1e-8
// VALUE: %t.csv mvap(19.9999999) = 39.9999996 +- 1e-8
// VALUE: %t.csv mvap(20) = 100 +- 1e-8
// VALUE: %t.csv T(28) = 393 +- 1e-8
// VALUE: %t.csv T(30) = 373 +- 1e-8
// VALUE: %t.csv T(29.9999999) = 388.00000025 +- 1e-8
// VALUE: %t.csv Fcf(35) = -4 +- 1e-8
// FINAL: mvap = 60 +- 1e-8
// FINAL: mliq = 40 +- 1e-8
model LiquidVapour "A closed vessel: temperature is a state in one phase, the mass of vapour is one in equilibrium"
  parameter Real m0 = 100, lam = 5, Cliq = 0.2, Cvap = 0.08, Tcf = 373;
  Real Q = if time < 28 then 20 else -20;
  Real T(start = 300), mvap(start = 0), mliq, Fcf;
  Boolean liquid = time < 10, equilib = time > 10 and time < 20 or time > 30;
initial equation
  T = 300;
equation
  mvap + mliq = m0;
  if equilib then
    T = Tcf;
    der(mvap) = Fcf;
    Fcf = Q/lam;
  else
    der(T) = Q/(m0*(if liquid then Cliq else Cvap));
    Fcf = 0;
    mvap = if liquid then 0 else m0;
  end if;
  annotation (experiment(StopTime = 40));
end LiquidVapour;
