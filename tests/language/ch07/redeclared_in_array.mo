// RUN: causeway simulate %s -o %t.csv
// FINAL: lines[1].x = 3 +- 1e-12
// FINAL: lines[2].x = 4 +- 1e-12
// The value of a component redeclared inside a modified array is spread over its elements (7.2.5).
package Spread
  record Cable
    parameter Real c = 1;
  end Cable;
  record Big
    extends Cable;
    parameter Real d = 0;
  end Big;
  model Line
    replaceable parameter Cable r;
    Real x = r.c;
  end Line;
  model Net
    parameter Big cables[2] = {Big(c = 3), Big(c = 4)};
    Line lines[2](redeclare parameter Big r = cables);
  end Net;
end Spread;
