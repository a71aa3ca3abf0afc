// --steady-state: all derivatives vanish at the start, instead of the start values; the run stays there.
// RUN: causeway simulate %s -o %t.csv --stop 5 --steady-state
// VALUE: %t.csv T1(0) = 330 +- 1e-6
// VALUE: %t.csv T2(0) = 310 +- 1e-6
// VALUE: %t.csv der(T1)(0) = 0 +- 1e-9
// FINAL: %t.csv T1 = 330 +- 1e-4
// RUN: causeway simulate %s -o %t2.csv --stop 5
// VALUE: %t2.csv T1(0) = 290 +- 1e-9
// Where there is no steady state, the derivative that does not vanish is named; one that follows from the others is no conflict.
// RUN: sed 's/Q - k1\*(T1 - T2);/Q; /' %s > none.mo; causeway simulate none.mo -o %t3.csv --steady-state
// EXIT: 4
// CHECK: der(T1) = 0.0 does not hold, 200 is not 0
// RUN: sed 's/Q - k1\*(T1 - T2);/k1*(T2 - T1); /; s/- k2\*(T2 - T0)//' %s > closed.mo; causeway simulate closed.mo -o %t4.csv --steady-state
// VALUE: %t4.csv T1(0) = 290 +- 1e-9
// VALUE: %t4.csv der(T2)(0) = 0 +- 1e-12
model SteadyState "two bodies that radiate into each other"
  Real T1(start = 290, fixed = true), T2(start = 290, fixed = true);
  parameter Real Q = 200, k1 = 10, k2 = 20, T0 = 300;
equation
  der(T1) = Q - k1*(T1 - T2);
  der(T2) = k1*(T1 - T2) - k2*(T2 - T0);
end SteadyState;
