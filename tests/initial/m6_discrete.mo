// A discrete variable's start is its value before: u = pre(u) = start until t1.  Without a start that matters, one is asked for.
// RUN: causeway simulate %s -o %t.csv --stop 2
// VALUE: %t.csv u(0) = 3 +- 0
// VALUE: %t.csv u(0.9) = 3 +- 0
// VALUE: %t.csv u(1.5) = 7 +- 0
// VALUE: %t.csv der(x)(0) = 2 +- 1e-12
model Discrete
  parameter Real t1 = 1;
  discrete Real u(start = 3, fixed = true);
  Real x(start = 1, fixed = true);
equation
  when time > t1 then
    u = 7;
  end when;
  der(x) = -x + u;
end Discrete;
