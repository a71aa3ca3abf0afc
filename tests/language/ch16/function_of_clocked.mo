// In a clocked partition every expression is discrete-time (3.8.4): a function may give an Integer of a Real.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: k = 5 +- 0
model FunctionOfClocked
  function g
    input Real x;
    output Integer i;
  algorithm
    i := integer(x + 1e-6);
  end g;
  Real u = sample(time, Clock(1, 10));
  Real x = u + previous(x);
  Integer k = g(x);
end FunctionOfClocked;
