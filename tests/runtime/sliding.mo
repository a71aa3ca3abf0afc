// Motion along a switching surface: relay control with s = x + v.  From t0 = sqrt(2) - 1 on it slides, where x decays
// as exp(-t): 0.00310730 at 6; from time 6 on the push exceeds the relay and the motion leaves the surface again.
// RUN: causeway simulate %s -o %t.csv && tail -1 %t.csv
// CHECK: warning[RT0055]: chattering: from time 0.4142135{{\d+}} on every change of s > 0.0
// CHECK: 7,
model Sliding
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), s = x + v;
  Boolean slid(start = false, fixed = true), left(start = false, fixed = true);
equation
  der(x) = v;
  der(v) = (if s > 0 then -2 else 2) + (if time > 6 then 4 else 0);
  when time >= 6 then
    slid = abs(x - 2*(sqrt(2) - 1)*exp(-(6 - (sqrt(2) - 1)))) < 2e-4;
    assert(slid, "the sliding motion is " + String(x));
  end when;
  when time >= 6.9 then
    left = s > 1;
    assert(left, "the motion has not left the surface: " + String(s));
  end when;
  annotation(experiment(StopTime = 7));
end Sliding;
