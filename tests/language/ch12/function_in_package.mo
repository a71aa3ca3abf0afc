// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 8 +- 1e-6
package P
  function cube input Real u; output Real y; algorithm y := u ^ 3; end cube;
  model M
    Real x = P.cube(2);
  end M;
end P;
