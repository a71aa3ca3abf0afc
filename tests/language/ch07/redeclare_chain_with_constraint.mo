// redeclare replaceable chain with constrainedby modifiers and final
// RUN: causeway simulate %s -o %t.csv
// FINAL: a.m.y = 103 +- 0
// FINAL: b.m.y = 207 +- 0
// FINAL: c.m.y = 9 +- 0
package P
  partial model Base parameter Real k = 1; parameter Real o = 0; Real y; end Base;
  model One extends Base; equation y = k + o; end One;
  model Two extends Base; parameter Real f = 2; equation y = f * k + o; end Two;
  model H0 replaceable model Mod = One constrainedby Base(o = 100); Mod m(k = 3); end H0;
  model H1 extends H0(redeclare replaceable model Mod = Two(f = 3)); end H1;
  model M
    H0 a;
    H1 b(m(k = 7, o = 207 - 21));
    H1 c(redeclare model Mod = One(o = 6));
  end M;
end P;
