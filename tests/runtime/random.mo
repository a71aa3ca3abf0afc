// Random numbers at events: the minimal standard generator (Park and Miller, 1988: from seed 1 the 10000th number is 1043618065), and a link
// whose good and bad periods are exponentially distributed.  The same seed gives the same run.
// RUN: causeway simulate %s -o %t.csv; causeway simulate %s -o %t.again.csv; cmp %t.csv %t.again.csv && echo the same again
// CHECK: the same again
// FINAL: %t.csv seed = 1043618065 +- 0
// FINAL: %t.csv mean = 0.5 +- 0.01
// FINAL: %t.csv good_part = 0.8 +- 0.05
// RUN: causeway simulate %s -o %t.other.csv -p first=2
// FINAL: %t.other.csv seed = 2087236130 +- 0
model Random
  function next
    input Real seed;
    output Real after = mod(16807*seed, 2147483647);
  algorithm
  end next;
  parameter Real first = 1;
  discrete Real seed(start = first, fixed = true), sum(start = 0, fixed = true);
  Real mean = sum/max(1, count);
  Integer count(start = 0, fixed = true);
  discrete Real link_seed(start = first + 1, fixed = true), switch(start = 1e-3, fixed = true);
  Boolean good(start = false, fixed = true);
  Real good_time(start = 0, fixed = true), good_part = good_time/max(1e-9, time);
equation
  when sample(0.01, 0.01) then
    seed = next(pre(seed));
    sum = pre(sum) + seed/2147483647;
    count = pre(count) + 1;
  end when;
  when time >= pre(switch) then
    link_seed = next(pre(link_seed));
    good = not pre(good);
    switch = time - (if good then 0.4 else 0.1)*log(link_seed/2147483647) "mean periods of 0.4 and 0.1";
  end when;
  der(good_time) = if good then 1 else 0;
  annotation(experiment(StopTime = 100.005, Interval = 1));
end Random;
