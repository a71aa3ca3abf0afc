// 70 masses on bars that hang together, in Cartesian coordinates: 70 constraints in one connected part, 70 degrees of freedom.  Each bar
// swings through positions in which one of its coordinates is determined by nothing but the other.
// RUN: causeway explain %s --json | python3 -c "import json, sys; x = json.load(sys.stdin); print(sum(s['why'] == 'dynamic' for s in x['states']), 'dynamic')"
// CHECK: 140 dynamic
// RUN: causeway simulate %s -o %t.csv --stop 0.5 --tolerance 1e-7
// ALWAYS: abs({energy} + 1723774.30) < 20
// ALWAYS: abs({x[1]}**2 + {y[1]}**2 - 1) < 1e-6
// ALWAYS: abs(({x[70]} - {x[69]})**2 + ({y[70]} - {y[69]})**2 - 1) < 1e-6
// As a chain of n equal bars held at one end by minimal coordinates (n angles), integrated for itself: its end at 0.15 s.
// VALUE: %t.csv x[70](0.15) = 43.1565948 +- 1e-5
// VALUE: %t.csv y[70](0.15) = -54.1928448 +- 1e-5
// The bars have swung to the other side by then.
// FINAL: x[1] = -0.2735 +- 2e-3
// TIMEOUT: 120
model SwingingChain
  parameter Integer n = 70;
  parameter Real g = 981 "so that it is quick";
  Real x[n](start = {i/sqrt(2.0) for i in 1:n}, each fixed = true), y[n](start = {-i/sqrt(2.0) for i in 1:n});
  Real vx[n](each start = 0, each fixed = true), vy[n], F[n] "force in the bar, per length";
  Real dx[n] = x - cat(1, {0.0}, x[1:n-1]), dy[n](each start = -0.7) = y - cat(1, {0.0}, y[1:n-1]);
  Real energy = vx*vx/2 + vy*vy/2 + g*sum(y);
equation
  for i in 1:n loop
    der(x[i]) = vx[i];
    der(y[i]) = vy[i];
    der(vx[i]) = -F[i]*dx[i] + (if i < n then F[min(i + 1, n)]*dx[min(i + 1, n)] else 0);
    der(vy[i]) = -F[i]*dy[i] + (if i < n then F[min(i + 1, n)]*dy[min(i + 1, n)] else 0) - g;
    dx[i]^2 + dy[i]^2 = 1;
  end for;
end SwingingChain;
