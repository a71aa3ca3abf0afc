// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 8 +- 1e-6
package P
  constant Real c = 1;
end P;
package Q
  constant Real c = 8;
end Q;
model A
  replaceable package S = P;
  Real x = S.c;
end A;
model M
  extends A(redeclare package S = Q);
end M;
