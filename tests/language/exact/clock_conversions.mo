// Sub-, super-, shift- and backSample: ticks and intervals.
// RUN: causeway simulate %s -o %t.csv
// FINAL: n = 11 +- 0
// FINAL: m = 4 +- 0
// FINAL: k = 21 +- 0
// FINAL: b = 0.94999999999999996 +- 1e-09
// FINAL: a = 1 +- 1e-09
// FINAL: iv = 0.10000000000000001 +- 1e-12
// FINAL: ivs = 0.29999999999999999 +- 1e-12
// FINAL: j = 11 +- 0
model ClockConversions
  Real u = time;
  Real a(start = 0), b(start = 0), z;
  Integer n(start = 0), m(start = 0), k(start = 0);
  Real iv, ivs;
  Clock c = Clock(1, 10);
  Clock s = subSample(c, 3);
  Clock p = superSample(c, 2);
  Clock q = shiftSample(c, 1, 2);
  Clock bq = backSample(q, 1, 2);
  Integer j(start = 0);
equation
  when c then
    n = previous(n) + 1;
    iv = interval();
  end when;
  when s then
    m = previous(m) + 1;
    ivs = interval();
  end when;
  when p then
    k = previous(k) + 1;
  end when;
  when q then
    b = sample(u);
  end when;
  when bq then
    j = previous(j) + 1;
  end when;
  z = sample(u, c);
  a = hold(z);
end ClockConversions;
