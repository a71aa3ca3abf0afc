// A two-point controller of a level, sampled a hundred times a second, and the same controller driven by interrupts, which samples only at the instant
// after a limit is passed: both open the valve at 10.01 s, and the second has a handful of events.
// RUN: causeway simulate %s -o %t.csv
// VALUE: %t.csv sampled.level(11) = 6.7936 +- 1e-3
// VALUE: %t.csv sampled.level(12) = 4.3425 +- 1e-3
// VALUE: %t.csv sampled.level(13) = 2.6216 +- 1e-3
// VALUE: %t.csv sampled.level(15) = 0.9234 +- 1e-3
// VALUE: %t.csv sampled.level(20) = 0.4627 +- 1e-3
// VALUE: %t.csv sampled.valveOpen(10.00999) = 0 +- 0
// VALUE: %t.csv sampled.valveOpen(10.01001) = 1 +- 0
// ALWAYS: %t.csv abs({sampled.level} - {interrupt.level}) < 1e-6 and {sampled.valveOpen} == {interrupt.valveOpen}
// RUN: cat %s > Tanks.mo; printf 'model Few = Tanks.Interrupt;\n' >> Tanks.mo; causeway simulate Tanks.mo --stop 20 -o few.csv --stats few.json; python3 -c "import json; s = json.load(open('few.json')); n = s['state_events'] + s['time_events']; print('a handful' if n <= 8 else n)"
// CHECK: a handful
package Tanks
  constant Real high = 10 + 1e-6 "so that rounding does not decide between two samples";
  model Sampled
    Real level(start = 0, fixed = true);
    Boolean valveOpen(start = false, fixed = true);
  equation
    der(level) = if valveOpen then 1 - sqrt(2.173*level) else 1;
    when sample(0, 0.01) then
      valveOpen = if level > high then true else if level < 0.1 then false else pre(valveOpen);
    end when;
  end Sampled;

  model Interrupt
    Real level(start = 0, fixed = true);
    Boolean valveOpen(start = false, fixed = true);
    discrete Real sampleTime(start = 0, fixed = true);
  equation
    der(level) = if valveOpen then 1 - sqrt(2.173*level) else 1;
    when {level < 0.1, level > high} then
      sampleTime = (floor(time*100) + 1)/100;
    end when;
    when time > sampleTime then
      valveOpen = if level > high then true else if level < 0.1 then false else pre(valveOpen);
    end when;
  end Interrupt;

  model Both
    Sampled sampled;
    Interrupt interrupt;
    annotation(experiment(StopTime = 20, Interval = 0.1, Tolerance = 1e-9));
  end Both;
end Tanks;
