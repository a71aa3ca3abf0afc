// RUN: causeway simulate %s -o %t.csv --stop 4 --interval 1
// VALUE: %t.csv v(0.5) = 7 +- 0
// VALUE: %t.csv v(2.5) = 8 +- 0
// VALUE: %t.csv v(3.5) = 8 +- 0
// In states that do not give it a value a variable keeps its last one, at first its start value (17.3.5).
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
