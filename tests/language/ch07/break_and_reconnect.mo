// break deselection with connect and component; class extends
// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 8 +- 0
package P
  connector I = input Real; connector O = output Real;
  block Gain parameter Real k = 2; I u; O y; equation y = k * u; end Gain;
  block Sys I u; O y; Gain g1; Gain g2; equation connect(u, g1.u); connect(g1.y, g2.u); connect(g2.y, y); end Sys;
  block Sys2 extends Sys(break connect(g1.y, g2.u)); Gain g3; equation connect(g1.y, g3.u); connect(g3.y, g2.u); end Sys2;
  model M Sys2 s; Real y = s.y; equation s.u = 1; end M;
end P;
