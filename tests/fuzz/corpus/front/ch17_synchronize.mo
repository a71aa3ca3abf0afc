model Synchronize
  inner Integer v(start = 0);
  block Meta
    outer output Integer v;
    block S Integer n(start = 0); equation n = previous(n) + 1; end S;
    S a, b, c, d;
  equation
    v = 10;
    initialState(a);
    transition(a, b, a.n >= 2, immediate = false);
    initialState(c);
    transition(c, d, c.n >= 5, immediate = false);
  end Meta;
  block After outer output Integer v; equation v = 20; end After;
  Meta meta;
  After after;
equation
  initialState(meta);
  transition(meta, after, true, immediate = false, synchronize = true);
end Synchronize;
