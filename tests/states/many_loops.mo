// 100 four-bar loops in a row, the rocker of one being the crank of the next: 201 constraints in one connected part, one degree of freedom.
// The first crank goes round, so that no fixed choice of states stays regular; the state picks among few candidates near it, and the loops
// behind it are solved one after the other.
// RUN: causeway explain %s --json | python3 -c "import json, sys; x = json.load(sys.stdin); print(len(x['states']), 'states,', sum(s['why'] == 'dynamic' for s in x['states']), 'dynamic')"
// CHECK: 3 states, 2 dynamic
// RUN: causeway simulate %s -o %t.csv --stop 1.6 --tolerance 1e-7
// ALWAYS: abs({x1}**2 + {y1}**2 - 1) < 1e-5
// ALWAYS: abs(({x[100]} - 3.5)**2 + {y[100]}**2 - 4) < 1e-5
// ALWAYS: abs({energy} - 9.5540631) < 1e-3
// The reduced equation J(phi)*phi_dot^2 = 2*energy, integrated for itself: 1.051492 turns.
// FINAL: turns = 1.051492 +- 1e-3

model LoopChain "n four-bar loops in a row: the rocker of one is the crank of the next; one degree of freedom"
  parameter Integer n = 100;
  parameter Real L1 = 1, L2 = 3, L3 = 2, L0 = 3.5, m1 = 1, m2 = 0.2, q = 0.25 "crank of the next loop, in rockers";
  Real x1(start = 0), y1(start = 1), vx1(start = -4, fixed = true), vy1, F1;
  Real x[n](each start = 2.7), y[n](each start = 1.8) "end of the rocker of each loop, from the loop's own origin";
  Real vx[n], vy[n], F2[n], F3[n];
  Real cx[n], cy[n] "end of its crank";
  Real energy, turns, angle(start = 0, fixed = true);
initial equation
  x1 = 0;
equation
  cx[1] = x1; cy[1] = y1;
  for i in 2:n loop
    cx[i] = q*(x[i-1] - L0);
    cy[i] = q*y[i-1];
  end for;
  der(x1) = vx1; der(y1) = vy1; der(x) = vx; der(y) = vy;
  m1*der(vx1) = -F1*x1 + F2[1]*(x[1] - x1);
  m1*der(vy1) = -F1*y1 + F2[1]*(y[1] - y1);
  x1^2 + y1^2 = L1^2;
  for i in 1:n loop
    m2*der(vx[i]) = -F2[i]*(x[i] - cx[i]) - F3[i]*(x[i] - L0) + (if i < n then q*F2[min(i+1,n)]*(x[min(i+1,n)] - cx[min(i+1,n)]) else 0);
    m2*der(vy[i]) = -F2[i]*(y[i] - cy[i]) - F3[i]*y[i] + (if i < n then q*F2[min(i+1,n)]*(y[min(i+1,n)] - cy[min(i+1,n)]) else 0);
    (x[i] - cx[i])^2 + (y[i] - cy[i])^2 = L2^2;
    (x[i] - L0)^2 + y[i]^2 = L3^2;
  end for;
  energy = m1/2*(vx1^2 + vy1^2) + m2/2*(vx*vx + vy*vy);
  der(angle) = (x1*vy1 - y1*vx1)/L1^2;
  turns = angle/(2*3.14159265358979);
end LoopChain;
