// RUN: causeway check %s
// CHECK: warning[INST0120]: class 'Obsolete.Old' is obsolete: use New instead
// CHECK: warning[INST0120]: class 'Obsolete.g' is obsolete: g is gone
package Obsolete
  model Old Real x = 1; annotation(obsolete = "use New instead"); end Old;
  function g input Real x; output Real y = x; algorithm annotation(obsolete = "g is gone"); end g;
  model M
    Old old;
    Real y = g(time);
  end M;
end Obsolete;
