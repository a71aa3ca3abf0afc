model KeptWithoutDefinition
  block Idle end Idle;
  block Step outer output Integer v; equation v = previous(v) + 1; end Step;
  inner Integer v(start = 7);
  Idle idle, rest;
  Step step;
equation
  initialState(idle);
  transition(idle, step, ticksInState() >= 1, immediate = false);
  transition(step, rest, true, immediate = false);
end KeptWithoutDefinition;
