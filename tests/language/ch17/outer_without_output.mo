// RUN: causeway check %s
// EXIT: 2
// CHECK: error[FLAT0149]: this equation of state 'a' determines no variable of the state
// CHECK: 'outer output'
model OuterWithoutOutput
  block S outer Integer v; equation v = 1; end S;
  inner Integer v(start = 0);
  S a;
equation
  initialState(a);
end OuterWithoutOutput;
