// Functions that call each other without end, with arrays on the stack: an error at the event that calls them.
// RUN: causeway simulate %s -o /dev/null
// EXIT: 5
// CHECK: calls are nested too deeply (endless recursion?) in function EndlessPair.
model EndlessPair
  function even
    input Real x;
    output Real y;
  protected
    Real a[200] = fill(x, 200);
  algorithm
    a[3] := x;
    y := odd(a[3] + 1) + a[2];
  end even;
  function odd
    input Real x;
    output Real y;
  algorithm
    y := even(x + 1);
  end odd;
  discrete Real y(start = 0, fixed = true);
equation
  when time > 0.5 then
    y = even(time);
  end when;
end EndlessPair;
