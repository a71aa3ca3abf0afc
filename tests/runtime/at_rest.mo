// Two tanks level out.  Afterwards what the corrector leaves of its residual must not keep the flow alive: each time it turns
// back it would carry heat, which only ever adds up.
// RUN: causeway simulate %s -o %t.csv --stop 200 --tolerance 1e-6
// FINAL: T = 300 +- 3e-3
model AtRest
  Real a(start = 3, fixed = true), b(start = 1, fixed = true) "levels";
  Real T(start = 300, fixed = true) "temperature in a";
  Real U(start = 400, fixed = true) "temperature in b";
  Real dp = 9810*(a - b);
  Real q "flow from a to b; its resistance depends on the direction";
equation
  q = noEvent(if dp > 0 then 0.32*dp/sqrt(sqrt(dp^2 + 0.01)) else 0.2*dp/sqrt(sqrt(dp^2 + 0.01)));
  der(a) = -q/1000;
  der(b) = q/1000;
  1000*a*der(T) = noEvent(max(-q, 0))*(U - T);
  1000*b*der(U) = noEvent(max(q, 0))*(T - U);
end AtRest;
