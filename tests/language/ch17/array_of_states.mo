// RUN: causeway simulate %s -o %t.csv --stop 6 --interval 1
// VALUE: %t.csv v(0.5) = 1 +- 0
// VALUE: %t.csv v(1.5) = 2 +- 0
// VALUE: %t.csv v(2.5) = 3 +- 0
// VALUE: %t.csv v(3.5) = 1 +- 0
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
