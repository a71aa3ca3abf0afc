// RUN: causeway simulate %s -o %t.csv
// FINAL: f.y = 6 +- 1e-6
package P
  replaceable model F Real x = 2; end F;
end P;
package Q
  extends P;
  redeclare model extends F
    Real y = 3 * x;
  end F;
end Q;
model M
  Q.F f;
end M;
