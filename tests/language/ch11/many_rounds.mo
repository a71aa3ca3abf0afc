// Rounds over a call with a record as result: the same ones are counted while running, others cost what they are long.
// RUN: causeway simulate %s P.M -o %t.csv --stop 1 -p n=100000
// FINAL: u = 100000 +- 1e-9
// FINAL: g.b[2] = 4999950000 +~ 1e-12
// RUN: causeway check %s P.Numbered
// TIMEOUT: 30
package P
  record G
    Real c[6];
    Real b[6];
    Real i[6];
  end G;
  function next
    input G g;
    output Real u;
    output G h;
  algorithm
    h := g;
    h.c[1] := g.c[1] + 1;
    h.b[2] := g.b[2] + g.c[1];
    u := h.c[1];
  end next;
  model M
    parameter Integer n = 2000;
    G g(c(each start = 0, each fixed = true), b(each start = 0, each fixed = true), i(each start = 0, each fixed = true));
    Real u(start = 0);
  algorithm
    when time >= 0.5 then
      for k in 1:n loop
        (u, g) := next(g);
      end for;
    end when;
  end M;
  model Numbered "rounds that differ"
    extends M;
    Real v(start = 0);
    G h(c(each start = 0, each fixed = true), b(each start = 0, each fixed = true), i(each start = 0, each fixed = true));
  algorithm
    when time >= 0.5 then
      for k in 1:8000 loop
        (v, h) := next(h);
        v := v + k;
      end for;
    end when;
  end Numbered;
end P;
