model OuterWithoutOutput
  block S outer Integer v; equation v = 1; end S;
  inner Integer v(start = 0);
  S a;
equation
  initialState(a);
end OuterWithoutOutput;
