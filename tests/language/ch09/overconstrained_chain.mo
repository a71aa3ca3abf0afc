// overconstrained connectors in arrays, closed loop
// RUN: causeway simulate %s -o %t.csv
// FINAL: b[3].f.R.c = 1 +- 1e-9
package P
  record Rot Real c; Real s; function equalityConstraint input Rot a; input Rot b; output Real r[1]; algorithm r := {a.c * b.s - a.s * b.c}; end equalityConstraint; end Rot;
  connector F Rot R; Real x; flow Real f; flow Real t; Real phi; end F;
  connector G Real x; flow Real f; Rot R; flow Real t; end G;
  model Fix G f; equation Connections.root(f.R); f.R = Rot(1, 0); f.x = 0; end Fix;
  model Link
    G a, b;
  equation
    Connections.branch(a.R, b.R);
    b.R = a.R; a.x + 1 = b.x; a.f + b.f = 0; a.t + b.t = 0;
  end Link;
  model Mass G f; equation Connections.potentialRoot(f.R); f.f = 1; f.t = 0; if Connections.isRoot(f.R) then f.R = Rot(1, 0); end if; end Mass;
  model T
    Fix fix; Link l[3]; Mass b[3];
  equation
    connect(fix.f, l[1].a);
    for i in 1:2 loop connect(l[i].b, l[i + 1].a); end for;
    for i in 1:3 loop connect(l[i].b, b[i].f); end for;
  end T;
end P;
