// RUN: causeway simulate %r/examples/modes/ideal_clutch.mo -o clutch.csv --impulses 'tau|energy'
// VALUE: clutch.csv impulse(tau)(0.5) = 0 +- 0
// FINAL: clutch.csv impulse(tau) = 4 +- 1e-8
// FINAL: clutch.csv jump(energy) = -12 +- 1e-8
// RUN: causeway simulate %r/examples/modes/charge_sharing.mo -o charge.csv --impulses 'i|energy'
// FINAL: charge.csv impulse(i) = 6 +- 1e-8
// FINAL: charge.csv jump(energy) = -24 +- 1e-8
// RUN: causeway simulate %r/examples/modes/cup_and_ball.mo -o cup.csv --tolerance 1e-12 --impulses 'F|energy'
// FINAL: cup.csv impulse(F) = 3.1694542117 +- 1e-8
// FINAL: cup.csv jump(energy) = -5.02272 +- 1e-8
// RUN: causeway simulate %s -o own.csv --tolerance 1e-10 --impulses 'q|s'
// VALUE: own.csv impulse(q)(1.5) = 2 +- 1e-8
// FINAL: own.csv impulse(q) = 5 +- 1e-8
// CHECK-NOT: warning
// RUN: causeway simulate %s -o own.csv --impulses 'q('
// EXIT: 1
// CHECK: error[RT0080]: --impulses 'q('
model Impulses "Impulses and losses as variables of the result: a charge follows a voltage upwards, twice"
  Real u = if time < 1 then 1 elseif time < 2 then 3 elseif time < 3 then 2 else 6;
  Real v(start = 1), q, s;
  Boolean off = s < 0;
equation
  der(v) = q;
  u - v = if off then s else 0;
  q = if off then 0 else s;
  annotation (experiment(StopTime = 4));
end Impulses;
