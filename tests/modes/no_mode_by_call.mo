// RUN: causeway check --modes 4 %s
// CHECK: no condition governs structure
model NoModeByCall "a branch chosen by a function of what is looked for: no event tells of it"
  record State
    Integer phase;
    Real y;
    Real z;
  end State;
  function state
    input Real x;
    output State s;
  algorithm
    s.phase := if x > 2 then 3 else 1;
    s.y := x*x;
    s.z := x*x*x;
    annotation (Inline = false);
  end state;
  function property
    input State s;
    output Real y;
  algorithm
    y := if s.phase == 3 then s.z else 0;
    annotation (Inline = true);
  end property;
  Real x, y, u;
equation
  y = property(state(x)) + u*u;
  y = x*x - 1 + y*y;
  u*y*x + u^3 = x*u*u;
end NoModeByCall;
