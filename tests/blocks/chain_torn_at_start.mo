// A band of equations that tearing turns into a recursion without digits left, at the start already: solved as a whole.
// RUN: causeway simulate %s -o %t.csv
// CHECK: warning[RT0033]
// CHECK-NOT: error
// FINAL: left = 0 +- 1e-12
model ChainTornAtStart
  parameter Integer n = 20;
  Real d = 4 + sin(time);
  Real x[n];
  Real left = max(abs({d*x[i] - x[i - 1] - x[i + 1] - cos(i*time) for i in 2:n - 1}));
equation
  d*x[1] - x[2] = cos(time);
  for i in 2:n - 1 loop
    d*x[i] - x[i - 1] - x[i + 1] = cos(i*time);
  end for;
  d*x[n] - x[n - 1] = cos(n*time);
end ChainTornAtStart;
