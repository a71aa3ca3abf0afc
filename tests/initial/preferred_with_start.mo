// n is the state, for it is differentiated, but has no start value; c was preferred as a state and has one: that counts.
// RUN: causeway simulate %s --stop 1 --tolerance 1e-9 -o %t.csv
// CHECK: start values taken, for too few conditions are given: {{.*}}a.c
// FINAL: a.c = 28.69459641 +- 1e-5
// FINAL: a.n = 57.38919282 +- 1e-5
// FINAL: b.n = 7.357588823 +- 1e-5
model PreferredWithStart
  model Substance
    Real c(stateSelect = StateSelect.prefer), n(stateSelect = StateSelect.prefer);
    parameter Real V = 2;
  equation
    c = n/V;
    der(n) = -n;
  end Substance;
  Substance a(c(start = 78));
  Substance b(c(start = 78), n(start = 20)); // a state with a start value of its own comes first
end PreferredWithStart;
