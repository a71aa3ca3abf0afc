// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 7 +- 1e-6
package P
  package Q
    constant Real c = 7;
  end Q;
  model M
    import P.Q.c;
    Real x = c;
  end M;
end P;
