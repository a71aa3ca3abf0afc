// RUN: causeway simulate %s -o %t.csv
// FINAL: x = 8 +- 1e-6
package P
  function twice input Real u; output Real y; algorithm y := 2 * u; end twice;
  model M
    Real x = twice(4);
  end M;
end P;
