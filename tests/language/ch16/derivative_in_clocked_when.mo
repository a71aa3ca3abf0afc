// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: h = -0.3678794 +- 1e-3
// What a clocked when gives is not discrete for that: v is found by differentiating the constraint.
model DerivativeInClockedWhen
  Real x(start = 1, stateSelect = StateSelect.prefer), y, v, h = hold(v);
equation
  when Clock(Clock(1, 100), "ImplicitTrapezoid") then
    der(x) = -x;
    y + y^3 = x + x^3;
    v = der(y);
  end when;
end DerivativeInClockedWhen;
