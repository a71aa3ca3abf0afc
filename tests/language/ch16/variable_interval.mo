// RUN: causeway simulate %s -o %t.csv --stop 6
// VALUE: %t.csv y(0.0015) = 1 +- 0
// VALUE: %t.csv y(0.0035) = 2 +- 0
// VALUE: %t.csv y(0.0065) = 2 +- 0
// VALUE: %t.csv y(0.0075) = 3 +- 0
// VALUE: %t.csv y(0.0125) = 4 +- 0
// VALUE: %t.csv d(0.008) = 0.004 +- 1e-12
// VALUE: %t.csv z(0.1) = 1 +- 0
// VALUE: %t.csv z(0.3) = 2 +- 0
// VALUE: %t.csv z(0.6) = 3 +- 0
// VALUE: %t.csv e(0.1) = 0.2 +- 1e-12
// VALUE: %t.csv e(0.6) = 0.3 +- 1e-12
// VALUE: %t.csv s(2.4) = 0 +- 0
// VALUE: %t.csv s(2.6) = 2.5 +- 1e-9
// VALUE: %t.csv s(3.4) = 2.5 +- 1e-9
// VALUE: %t.csv s(5.6) = 5.5 +- 1e-9
// VALUE: %t.csv f(0.15) = 0.1 +- 1e-9
// VALUE: %t.csv f(0.4) = 0.35 +- 1e-9
// Clocks whose interval is computed at each tick (16.3): an intervalCounter takes effect at once, a Real interval one tick later.
// Their sub-clocks divide each interval in equal parts; the shifted one is the example of 16.5.2.
model VariableInterval
  Integer nextInterval(start = 2);
  Real y2(start = 0), i2, y = hold(y2), d = hold(i2);
  Real iv(start = 0.2), y3(start = 0), i3, z = hold(y3), e = hold(i3);
  Integer intervalCnt(start = 2), cnt(start = 0);
  Clock u = Clock(intervalCnt, 1), s1 = shiftSample(u, 3, 2), w = Clock(iv);
  Real a = sample(time, s1), s = hold(a);
  Real b = sample(time, superSample(w, 2)), f = hold(b);
equation
  when Clock(nextInterval, 1000) then
    nextInterval = previous(nextInterval) + 1;
    y2 = previous(y2) + 1;
    i2 = interval();
  end when;
  when w then
    iv = previous(iv) + 0.1;
    y3 = previous(y3) + 1;
    i3 = interval(iv);
  end when;
  when u then
    cnt = previous(cnt) + 1;
    intervalCnt = if cnt >= 2 then 1 else previous(intervalCnt);
  end when;
end VariableInterval;
