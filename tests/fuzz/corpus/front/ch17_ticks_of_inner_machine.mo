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
