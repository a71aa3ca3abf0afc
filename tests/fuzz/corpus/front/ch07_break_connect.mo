connector P Real v; flow Real i; end P;
model R P p, n; equation p.v - n.v = 10*p.i; p.i + n.i = 0; end R;
model G P p; equation p.v = 0; end G;
model V P p, n; equation p.v - n.v = 1; p.i + n.i = 0; end V;
model Sys R r; V v; G g; equation connect(v.p, r.p); connect(r.n, v.n); connect(v.n, g.p); end Sys;
model M
  extends Sys(break connect(r.p, v.p));
  R r2;
equation
  connect(v.p, r2.p);
  connect(r2.n, r.p);
end M;
