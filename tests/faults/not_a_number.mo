// A function that gives NaN: the equation is named with its values, and the result up to there is kept.
// RUN: causeway simulate %s -o %t.csv
// EXIT: 5
// CHECK: not_a_number.mo:{{\d+}}
// CHECK: not a finite number
// VALUE: %t.csv x(0.4) = 0.4 +- 1e-6
// RUN: causeway simulate %s -o %t.2.csv -p from=-1
// EXIT: 4
// CHECK: not a finite number
model NotANumber
  function root
    input Real u;
    output Real y;
  algorithm
    y := sqrt(u);
  end root;
  parameter Real from = 0.5;
  Real x(start = 0, fixed = true), y;
equation
  y = root(from - time);
  der(x) = 1 + 1e-9*y;
end NotANumber;
