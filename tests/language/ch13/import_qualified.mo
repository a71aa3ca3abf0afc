// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 2 +- 0
package ImportQualified
  package A
    package B constant Real c = 2; end B;
  end A;
  model M
    import ImportQualified.A.B;
    Real y = B.c;
  end M;
end ImportQualified;
