package Clocked "clocks as variables of FMUs"
  model Tasks "partitions: one periodic, one slower, one told from outside, one that the first asks for"
    Clock fast = Clock(1, 10);
    Clock slow = subSample(fast, 5);
    input Clock button;
    Clock alarm = Clock(wanted);
    output Clock even = Clock(mod(count, 2) == 0);
    input Integer level(start = 0);
    input Real u(start = 0);
    output Integer n(start = 0), s(start = 0), presses(start = 0), alarms(start = 0), evens(start = 0), sum(start = 0);
    output Integer count = hold(n);
    Real x(start = 0, fixed = true) "goes on between ticks";
    output Real seen(start = 0);
    Boolean wanted = hold(want);
    Boolean want(start = false);
  equation
    der(x) = 1 + u;
    when fast then
      n = previous(n) + 1;
      want = n == 3;
      seen = sample(x);
    end when;
    when slow then
      s = previous(s) + subSample(n, 5);
    end when;
    when button then
      presses = previous(presses) + 1;
      sum = previous(sum) + sample(level);
    end when;
    when alarm then
      alarms = previous(alarms) + 1;
    end when;
    when even then
      evens = previous(evens) + 1;
    end when;
  end Tasks;

  model Samples "a value that nothing else needs is sampled as it is at the tick"
    Real x(start = 0, fixed = true), y = 2*x;
    output Real last(start = 0);
    Real s(start = 0);
  equation
    der(x) = 1;
    s = sample(y, Clock(1, 4));
    last = hold(s);
  end Samples;

  model Edges "Boolean inputs that rise"
    input Boolean b(start = false);
    output Integer rises(start = 0, fixed = true), changes(start = 0, fixed = true);
  equation
    when b then
      rises = pre(rises) + 1;
    end when;
    when change(b) then
      changes = pre(changes) + 1;
    end when;
  end Edges;
end Clocked;
