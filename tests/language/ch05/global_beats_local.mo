// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 5 +- 1e-6
package P
  package P
    constant Real c = 6;
  end P;
  constant Real c = 5;
  model M
    Real x = .P.c;
  end M;
end P;
