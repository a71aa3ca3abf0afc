// RUN: causeway simulate %s -o %t.csv
// FINAL: y = 4 +- 1e-6
package P
  package A
    constant Real c = 4;
  end A;
  model M
    Real y = A.c;
  end M;
end P;
