// inner outer chain, with arrays, outer connector connected from inside
// RUN: causeway simulate %s -o %t.csv
// FINAL: w.p.i = -3 +- 1e-9
// FINAL: sub.k = 30 +- 0
package P
  connector Pin Real v; flow Real i; end Pin;
  model World Pin p; Real sumi; equation p.v = 1; sumi = p.i; end World;
  model User outer World w; R r; equation connect(r.p, w.p); end User;
  model R Pin p; equation p.i = 1; end R;
  model K inner outer Real k = 3 * 10; L l; end K;
  model L outer Real k; Real x = k; end L;
  model M
    inner World w;
    User u[3];
    inner Real k = 5;
    K sub;
    Real total = -w.sumi;
  end M;
end P;
