// An import whose name begins in a package around, not at the top.
// RUN: causeway simulate %s ImportFromHere.M -o %t.csv --stop 1
// CHECK: warning[INST0122]: import of 'Data': names in imports begin at the top of the class tree (MLS 13.2.1)
// FINAL: x = 3 +- 1e-12
// FINAL: y = 4 +- 1e-12
// RUN: causeway check --strict %s ImportFromHere.M
// EXIT: 2
// CHECK: error[INST0110]: import of 'Data': there is no such name
package ImportFromHere
  package Data
    constant Real k = 3;
    package Inner
      constant Real l = 4;
    end Inner;
  end Data;
  model M
    import Data;
    import I = Data.Inner;
    Real x = Data.k;
    Real y = I.l;
  end M;
end ImportFromHere;
