// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 5 +- 1e-6
package P
  package Q
    constant Real c = 5;
  end Q;
  model M
    Real x = Q.c;
  end M;
end P;
