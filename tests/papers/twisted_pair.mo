// Otter and Olsson 2002: two inertias that turn at 1000 rad/s with a twist of 0.1 rad between them.  With the twist as preferred state the
// spring's torque is right to many digits after 10 s, at a tolerance of 1e-3; with absolute angles (1e4 rad) the error may be 10 rad.
// RUN: causeway explain %s --why phi_rel
// CHECK: is a state: stateSelect = StateSelect.prefer
// RUN: causeway simulate %s -o %t.csv --stop 10 --tolerance 1e-3
// The twist swings with omega^2 = c*(1/J1 + 1/J2) = 150 and fades with d*(1/J1 + 1/J2)/2 = 0.75.
// ALWAYS: abs({phi_rel}) < 0.1001
// FINAL: phi_rel = 0 +- 2e-3
// FINAL: w1 = 1000 +- 0.5
// FINAL: phi1 = 10000 +- 5
model TwistedPair
  parameter Real J1 = 1, J2 = 2, c = 100, d = 1;
  Real phi1(start = 0, fixed = true), w1(start = 1000, fixed = true), phi2, w2;
  Real phi_rel(start = 0.1, fixed = true, stateSelect = StateSelect.prefer), w_rel(start = 0, fixed = true, stateSelect = StateSelect.prefer), tau;
equation
  phi_rel = phi2 - phi1;
  der(phi_rel) = w_rel;
  der(phi1) = w1;
  der(phi2) = w2;
  tau = c*phi_rel + d*w_rel;
  J1*der(w1) = tau;
  J2*der(w2) = -tau;
end TwistedPair;
