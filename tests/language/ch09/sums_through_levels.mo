// connect sets through three levels with arrays and outside flows
// RUN: causeway simulate %s -o %t.csv
// FINAL: g.i = 3 +- 1e-9
// FINAL: s.u[2].p.i = -1 +- 1e-9
package P
  connector Pin Real v; flow Real i; end Pin;
  model R Pin p; Pin n; parameter Real r = 1; equation p.v - n.v = r * p.i; p.i + n.i = 0; end R;
  model S Pin p; U u[3]; equation for k in 1:3 loop connect(p, u[k].p); end for; end S;
  model U Pin p; equation p.i = -1; end U;
  model G Pin p; Real i; equation p.v = 0; i = p.i; end G;
  model M
    S s; R r; G g;
  equation
    connect(s.p, r.p); connect(r.n, g.p);
  end M;
end P;
