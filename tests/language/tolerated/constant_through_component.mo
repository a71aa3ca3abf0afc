// A constant of a package that is named through a component, as functions may be (MLS 3.6, 5.3.2).
// RUN: causeway simulate %s P.M -o %t.csv --stop 1
// CHECK: warning[INST0518]: s.Medium.weights is found through a component
// FINAL: s.y = 10 +- 1e-9
// RUN: causeway check --strict %s P.M
// EXIT: 2
// CHECK: error[INST0518]
package P
  partial package Partial
    constant Integer n = 1;
    constant Real weights[n] = fill(1, n);
    replaceable partial function weigh
      input Real p;
      input Real w[:];
      output Real y;
    end weigh;
  end Partial;
  package Water
    extends Partial(n = 2, weights = {2, 3});
    redeclare function extends weigh
    algorithm
      y := p*sum(w);
    end weigh;
  end Water;
  model Source
    replaceable package Medium = Partial;
    parameter Real h = 0;
    Real y = h;
  end Source;
  model M
    Source s(redeclare package Medium = Water, h = s.Medium.weigh(2, s.Medium.weights));
  end M;
end P;
