// MLS 3.6, 8.6: at initialisation a when-clause is active only if initial() itself is among its conditions.
// RUN: causeway simulate %s --stop 0.05 -o %t.csv
// FINAL: x = 0 +- 1e-12
// FINAL: y = 2 +- 1e-12
model WhenOfInitial
  function same
    input Boolean b;
    output Boolean c;
  algorithm
    c := b;
  end same;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  when {same(initial()), sample(0.1, 0.1)} then
    x = 2;
  end when;
  when {initial(), sample(0.1, 0.1)} then
    y = 2;
  end when;
end WhenOfInitial;
