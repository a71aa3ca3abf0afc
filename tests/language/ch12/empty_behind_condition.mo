// An array without elements is read in a branch that its owner never takes.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: %t.csv y = 5 +- 1e-9
// RUN: causeway simulate %s -p kind=2 -o %t2.csv --stop 1 > %t.txt 2>&1 || true
// FILE-CHECK: %t.txt outside
model EmptyBehindCondition
  constant Real first[2] = {2, 3};
  constant Real second[:, 2] = zeros(0, 2);
  function f
    input Integer kind;
    input Real x;
    output Real y;
  algorithm
    if kind == 1 then
      y := first[1]*x + first[2];
    elseif kind == 2 then
      y := second[1, 1]*x + second[2, 1];
    end if;
  end f;
  parameter Integer kind = 1;
  Real y = f(kind, time);
end EmptyBehindCondition;
