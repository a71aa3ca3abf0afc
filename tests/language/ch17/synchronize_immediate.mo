// RUN: causeway simulate %s -o %t.csv --stop 12 --interval 1
// VALUE: %t.csv v(5.5) = 10 +- 0
// VALUE: %t.csv v(6.5) = 20 +- 0
model SynchronizeImmediate
  inner Integer v(start = 0);
  block Meta
    outer output Integer v;
    block S Integer n(start = 0); equation n = previous(n) + 1; end S;
    S c, d;
  equation
    v = 10;
    initialState(c);
    transition(c, d, c.n >= 5, immediate = false);
  end Meta;
  block After outer output Integer v; equation v = 20; end After;
  Meta meta;
  After after;
equation
  initialState(meta);
  transition(meta, after, true, synchronize = true);
end SynchronizeImmediate;
