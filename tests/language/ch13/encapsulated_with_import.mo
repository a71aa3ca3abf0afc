// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 2 +- 0
package EncapsulatedWithImport
  constant Real factor = 2;
  encapsulated model M
    import EncapsulatedWithImport;
    Real y = EncapsulatedWithImport.factor;
  end M;
end EncapsulatedWithImport;
