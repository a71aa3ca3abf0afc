// RUN: causeway simulate %s -o %t.csv --stop 1
// FINAL: hx = 0.3486784401 +- 1e-9
// FINAL: hy = 0.3855432894 +- 1e-9
// FINAL: ha = 1.69735688 +- 1e-8
// FINAL: hb = 3.1106746 +- 1e-7
// FINAL: hc = 3.3712033 +- 1e-7
// One clock, two partitions with methods of their own (16.3); and the example of 16.8.3, where c takes the method of a.
model MethodOfEachPartition
  Clock k = Clock(1, 10);
  Real x(start = 1), y(start = 1), hx = hold(x), hy = hold(y);
  Real a(start = 3) "Explicitly using ExplicitEuler";
  Real b "Explicitly using ImplicitEuler method";
  Real c "Inferred to use ExplicitEuler";
  Real ha = hold(a), hb = hold(b), hc = hold(c);
equation
  when Clock(k, "ExplicitEuler") then
    der(x) = -x;
  end when;
  when Clock(k, "ImplicitEuler") then
    der(y) = -y;
  end when;
  der(a) = -a + sample(1, Clock(Clock(1, 10), solverMethod = "ExplicitEuler"));
  der(b) = subSample(a, 2) + sample(1, Clock(Clock(2, 10), solverMethod = "ImplicitEuler"));
  der(c) = subSample(a, 2) + 1;
end MethodOfEachPartition;
