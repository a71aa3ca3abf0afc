// RUN: causeway check %s
// EXIT: 2
// CHECK: state_of_another_medium.mo:22:30: error[INST0565]: argument state of temperature: expected
// CHECK: note: they differ in 'X': Real[1] and Real[2]
package StateOfAnotherMedium
  package Medium
    constant Integer n = 1;
    record State
      Real p, X[n];
    end State;
    function temperature
      input State state;
      output Real T;
    algorithm
      T := state.p/sum(state.X);
    end temperature;
  end Medium;
  package Gas = Medium(n = 1);
  package Mixture = Medium(n = 2);
  model M
    Mixture.State state(p = 1, X = {1, 2});
    Real T = Gas.temperature(state);
  end M;
end StateOfAnotherMedium;
