// RUN: causeway simulate %s -p T=0.2 -o %t.csv --stop 1
// FINAL: y = 6 +- 1e-12
model ClockOfParameter
  parameter Real T = 0.5;
  Real x(start = 0);
  Real y = hold(x);
equation
  when Clock(T) then
    x = previous(x) + 1;
  end when;
end ClockOfParameter;
