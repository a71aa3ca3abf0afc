// The default of an input that names another input varies as that argument does (MLS 3.6, 12.4.1).
// RUN: causeway simulate %s DefaultOfOtherInput.M -o %t.csv --stop 1
// FINAL: p = 5 +- 1e-12
package DefaultOfOtherInput
  function f
    input Real a[:];
    input String s[size(a, 1)] = fill("", size(a, 1));
    output Real y;
  algorithm
    y := sum(a) + size(s, 1);
  end f;
  model M
    parameter Real p = f({1, 2});
    Real x = p;
  end M;
end DefaultOfOtherInput;
