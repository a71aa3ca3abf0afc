// expandable with array members & nested
// RUN: causeway simulate %s -o %t.csv
// FINAL: s = 6 +- 1e-9
// FINAL: k = 3 +- 1e-9
package P
  connector I = input Real; connector O = output Real;
  expandable connector Sub end Sub;
  expandable connector Bus Sub sub; end Bus;
  model Src parameter Real v = 1; O y = v; end Src;
  model Snk I u; end Snk;
  model T
    Bus bus;
    Src src[3](v = {1, 2, 3});
    Snk snk[3];
    Src one(v = 3);
    Snk two;
    Real s = sum(snk.u);
    Real k = two.u;
  equation
    for i in 1:3 loop
      connect(src[i].y, bus.x[i]);
      connect(snk[i].u, bus.x[i]);
    end for;
    connect(one.y, bus.sub.z);
    connect(bus.sub.z, two.u);
  end T;
end P;
