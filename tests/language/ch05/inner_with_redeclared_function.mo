// inner/outer with arrays and redeclared inner
// RUN: causeway simulate %s -o %t.csv
// FINAL: t[2].x = 12 +- 0
// FINAL: u.t.x = 3 +- 0
// FINAL: g[2] = 6 +- 0
package P
  partial model W parameter Real g = 1; replaceable function f input Real x; output Real y; end f; end W;
  model W2 extends W(g = 6); redeclare function extends f algorithm y := 2 * x; end f; end W2;
  model W3 extends W; redeclare function extends f algorithm y := x; end f; end W3;
  model T outer W w; Real x = w.g * w.f(1); end T;
  model M
    inner W2 w;
    T t[2];
    model U inner W3 w(g = 3); T t; end U;
    U u;
    Real g[2] = fill(w.g, 2);
  end M;
end P;
