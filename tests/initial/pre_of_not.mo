// A Boolean and its negation have pre values of their own at the start: both may be false.
// RUN: causeway simulate %s -o %t.csv --stop 4
// CHECK-NOT: RT0043
// VALUE: %t.csv on.y(1.7) = 0 +- 0
// VALUE: %t.csv on.y(2.2) = 1 +- 0
// VALUE: %t.csv off.y(0.2) = 0 +- 0
// VALUE: %t.csv off.y(0.7) = 1 +- 0
// FINAL: latch.y = 0 +- 0
model PreOfNot
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
  block Not
    Boolean u, y;
  equation
    y = not u;
  end Not;
  Delay on, off;
  Latch latch;
  Not no;
equation
  latch.u = time > 1.5;
  latch.clr = time > 3;
  no.u = latch.y;
  on.u = latch.y;
  off.u = no.y;
end PreOfNot;
