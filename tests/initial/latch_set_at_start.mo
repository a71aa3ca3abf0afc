// A latch that is set at the start, read by one that says it was not set before: each has a past of its own.
// RUN: causeway simulate %s -o %t.csv --stop 4
// CHECK-NOT: RT0043
// VALUE: %t.csv latch.y(0.2) = 1 +- 0
// VALUE: %t.csv on.y(0.2) = 0 +- 0
// VALUE: %t.csv on.y(0.7) = 1 +- 0
// FINAL: latch.y = 0 +- 0
model LatchBeforeDelay
  block Delay "true when u has been for a while"
    parameter Real T = 0.5;
    Boolean u, y;
    discrete Real entry;
  initial equation
    pre(u) = false;
    pre(entry) = 0;
  equation
    when u then
      entry = time;
    end when;
    y = u and time >= entry + T;
  end Delay;
  block Latch
    Boolean u, clr, y;
  initial equation
    pre(u) = false;
    pre(clr) = false;
    y = not clr and u;
  equation
    when {clr, u} then
      y = not clr and u;
    end when;
  end Latch;
  Delay on;
  Latch latch;
equation
  latch.u = time > -1;
  latch.clr = time > 3;
  on.u = latch.y;
end LatchBeforeDelay;
