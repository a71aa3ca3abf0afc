model ArrayOfStates
  block S parameter Integer value; outer output Integer v; equation v = value; end S;
  inner Integer v(start = 0);
  S s[3](value = {1, 2, 3});
equation
  initialState(s[1]);
  for i in 1:2 loop
    transition(s[i], s[i + 1], true, immediate = false);
  end for;
  transition(s[3], s[1], true, immediate = false);
end ArrayOfStates;
