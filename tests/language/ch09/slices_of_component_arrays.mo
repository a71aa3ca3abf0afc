// connects with slices of 2-dim component arrays and enumeration subscripts
// RUN: causeway simulate %s -o %t.csv
// FINAL: total = 6 +- 1e-9
// FINAL: e.i = 2 +- 1e-9
package P
  connector Pin Real v; flow Real i; end Pin;
  model S Pin p; parameter Real i0 = 1; equation p.i = -i0; end S;
  model G Pin p; Real i; equation p.v = 0; i = p.i; end G;
  type E = enumeration(a, b);
  model M
    S s[2, 3](i0 = {{1, 1, 1}, {1, 1, 1}});
    G g[3];
    S t[E](each i0 = 2);
    G e;
    G f;
    Real total = sum(g.i);
  equation
    connect(s[1, :].p, g.p);
    for k in 1:3 loop connect(s[2, k].p, g[k].p); end for;
    connect(t[E.a].p, e.p);
    connect(t[E.b].p, f.p);
  end M;
end P;
