// RUN: causeway simulate %s -o %t.csv
// FINAL: r1.i = 1 +- 1e-6
// FINAL: r2.p.v = 1 +- 1e-6
model M
  connector Pin Real v; flow Real i; end Pin;
  model R
    Pin p, n;
    Real i = p.i;
  equation
    p.v - n.v = p.i;
    p.i + n.i = 0;
  end R;
  model V
    Pin p, n;
  equation
    p.v - n.v = 2;
    p.i + n.i = 0;
  end V;
  model G Pin p; equation p.v = 0; end G;
  V v;
  R r1, r2;
  G g;
equation
  connect(v.p, r1.p);
  connect(r1.n, r2.p);
  connect(r2.n, v.n);
  connect(v.n, g.p);
end M;
