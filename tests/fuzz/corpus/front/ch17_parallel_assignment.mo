model ParallelAssignment
  block S outer output Integer v; equation v = 1; end S;
  block T end T;
  inner Integer v(start = 0);
  S a, c;
  T b;
equation
  initialState(a);
  transition(a, b, true);
  initialState(c);
end ParallelAssignment;
