// RUN: causeway simulate %s -o %t.csv --stop 8 --interval 1
// VALUE: %t.csv outside.inside.n(1.5) = 2 +- 0
// VALUE: %t.csv outside.inside.n(2.5) = 1 +- 0
// VALUE: %t.csv outside.inside.n(3.5) = 2 +- 0
// A transition of the state around restarts the count inside.
model TicksOfInnerMachine
  block Outside
    block Inside Integer n; equation n = ticksInState(); end Inside;
    Inside inside;
  equation
    initialState(inside);
  end Outside;
  Outside outside;
equation
  initialState(outside);
  transition(outside, outside, ticksInState() >= 2, immediate = false);
end TicksOfInnerMachine;
