// An argument with all fields of a record and more, or a model that has them: Modelica 2 asked for a subtype only.
// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: y = 5 +- 1e-9
// FINAL: z = 7 +- 1e-9
// RUN: causeway check %s --strict
// EXIT: 2
// CHECK: INST0565
model MoreFields
  record State
    Real p;
    Real T;
  end State;
  record Wider
    Real h;
    Real T;
    Real p;
  end Wider;
  model Properties
    Real T = 3;
    Real d = 2;
    Real p = 4;
  end Properties;
  function sum
    input State state;
    output Real y;
  algorithm
    y := state.p + state.T;
  end sum;
  Wider w(h = 1, T = 2, p = 3);
  Properties m;
  Real y = sum(w);
  Real z = sum(m);
end MoreFields;
