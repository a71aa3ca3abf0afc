// Fixed steps inside an FMU for co-simulation, and steps by errors at a tolerance from outside.
// RUN: causeway fmu %s --step 0.01 --method inline-euler --kind cs -o euler.fmu
// RUN: causeway simulate euler.fmu --stop 1 --step 0.1 -o euler.csv
// RUN: causeway fmu %s --step 0.01 --method inline-rk4 --kind cs -o rk4.fmu
// RUN: causeway simulate rk4.fmu --stop 1 --step 0.1 -o rk4.csv
// RUN: causeway fmu %s --step 0.01 --method inline-implicit-euler --kind cs -o implicit.fmu
// RUN: causeway simulate implicit.fmu --stop 1 --step 0.1 -o implicit.csv
// RUN: causeway fmu %s --step 0.01 --kind cs -o sdirk.fmu
// RUN: causeway simulate sdirk.fmu --stop 1 --step 0.1 -o sdirk.csv
// RUN: causeway fmu %s --method cvode --kind cs -o bdf.fmu
// RUN: causeway simulate bdf.fmu --stop 1 --step 0.1 --tolerance 1e-9 -o bdf.csv
// VALUE: euler.csv x(1) = 0.543038634332 +- 1e-9
// VALUE: rk4.csv x(1) = 0.540302305938 +- 1e-11
// VALUE: implicit.csv x(1) = 0.537635578 +- 1e-6
// VALUE: sdirk.csv x(1) = 0.54030230587 +- 1e-9
// VALUE: bdf.csv x(1) = 0.540302305868 +- 1e-8
model Methods "cos and -sin"
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
end Methods;
