// What a when with initial() gives is computed at that event: it may be any expression (MLS 3.6, 8.3.5).
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: p = 3 +- 1e-12
model FunctionAtStart
  function f
    input Real t;
    output Integer o;
  algorithm
    o := integer(t + 3);
  end f;
  Integer p;
equation
  when initial() then
    p = f(time);
  end when;
end FunctionAtStart;
