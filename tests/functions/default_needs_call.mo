// A default of an input that needs a call with several results does not take the place of the argument.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: given = 5 +- 1e-12
// FINAL: lone = 7 +- 1e-12
// FINAL: few = 0 +- 1e-12
model DefaultNeedsCall
  record Pair
    Real a;
    Real b;
  end Pair;
  function pair "a record whose fields are computed together"
    input Real x;
    output Pair p;
  protected
    Real s = x + 1;
  algorithm
    p.a := s;
    p.b := 2*s;
    p.a := p.a + p.b;
    annotation(Inline = false);
  end pair;
  function total
    input Pair p[:] = fill(pair(0), 0);
    input Pair q = pair(1);
    output Real y;
  algorithm
    y := sum(p.a) + q.b;
    annotation(Inline = false);
  end total;
  Real t = 1 + time;
  Real given = total({Pair(1, 1), Pair(t, 0)}, Pair(0, t));
  Real lone = total({Pair(t + 1, 1)});
  Real few = total() - 4;
end DefaultNeedsCall;
