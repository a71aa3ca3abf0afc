// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 2 +- 0
package ImportRenamed
  package A constant Real c = 2; end A;
  model M
    import K = ImportRenamed.A;
    Real y = K.c;
  end M;
end ImportRenamed;
