// A sender in congestion avoidance and a router with a queue of 57 packets, after the hybrid models of the paper of Färnqvist, Strandemar, Johansson and Hespanha:
// the window grows by one packet a round trip and is halved when the queue is full.  It swings between 30.25 and 60.5 packets
// with a period of 1.098 s; the first drop comes at 1.419 s.
// RUN: causeway simulate %s -o %t.csv
// FINAL: %t.csv sender.drops = 3 +- 0
// FINAL: %t.csv first = 1.419 +- 1e-3
// FINAL: %t.csv period = 1.098 +- 1e-3
// FINAL: %t.csv highest = 60.50 +- 5e-3
// ALWAYS: -1e-9 <= {router.q} <= 57.001
// ALWAYS: {time} < 1.42 or 30.24 < {sender.w} < 60.51
package Network "Flows of packets as flows; events only where a packet is lost"
  block Sender "Congestion avoidance"
    parameter Real Tp = 0.002 "Time of propagation";
    input Real waiting "Seconds in queues";
    input Boolean drop "A packet is lost";
    output Real s "Packets a second that are sent";
    Real w(start = 1, fixed = true) "Window";
    Real RTT = Tp + waiting "Round trip time";
    discrete Integer drops(start = 0, fixed = true);
  equation
    s = w/RTT;
    der(w) = 1/RTT;
    when drop then
      reinit(w, pre(w)/2);
      drops = pre(drops) + 1;
    end when;
  end Sender;

  block Router "A queue before a link"
    parameter Real B = 1250 "Packets a second that the link takes";
    parameter Real qmax = 57;
    input Real s;
    output Real waiting;
    output Boolean drop;
    Real q(start = 0, fixed = true) "Packets waiting";
  equation
    drop = q >= qmax and s > B;
    der(q) = if q <= 0 and s < B or drop then 0 else s - B;
    waiting = q/B;
  end Router;

  model Sawtooth
    Sender sender(waiting = router.waiting, drop = router.drop);
    Router router(s = sender.s);
    discrete Real last(start = 0, fixed = true), first(start = 0, fixed = true), period(start = 0, fixed = true);
    discrete Real highest(start = 0, fixed = true) "Window before the last drop";
  equation
    when router.drop then
      last = time;
      first = if pre(first) > 0 then pre(first) else time;
      period = time - pre(last);
      highest = pre(sender.w);
    end when;
    annotation(experiment(StopTime = 4, Interval = 0.01, Tolerance = 1e-8));
  end Sawtooth;
end Network;
