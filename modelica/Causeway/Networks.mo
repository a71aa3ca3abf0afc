within Causeway;
package Networks "Communication networks as hybrid systems: flows of packets, events where one is lost"
  extends Icons.Library;

  function nextRandom "The next number of the generator of Park and Miller, 1 to 2147483646"
    extends PetriNets.nextRandom;
  end nextRandom;

  partial block Sender "A window of packets under way, and what an acknowledged packet and a lost one do to it"
    extends Icons.Block;
    parameter Units.Time Tp = 0.04 "Propagation there and back";
    parameter Real w0 = 1 "Window at the beginning";
    parameter Real threshold0 = 30 "Slow start ends here";
    parameter Boolean slow0 = true "Begins with slow start";
    Blocks.RealInput waiting(unit = "s") "Time in queues" annotation(Placement(transformation(extent={{-120,50},{-80,90}})));
    Blocks.BooleanInput lost "A packet is lost" annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    Blocks.RealInput through(unit = "1/s") "Packets that arrive" annotation(Placement(transformation(extent={{-120,-90},{-80,-50}})));
    Blocks.RealOutput s(unit = "1/s") "Packets that are sent" annotation(Placement(transformation(extent={{100,-10},{120,10}})));
    Real w(start = w0, fixed = true) "Window";
    Boolean slow(start = slow0, fixed = true) "Slow start";
    discrete Real threshold(start = threshold0, fixed = true);
    Units.Time RTT = Tp + waiting "Round trip time";
    Integer drops(start = 0, fixed = true);
    Real delivered(start = 0, fixed = true) "Packets";
  protected
    Real cut "What becomes of the window after a loss";
    discrete Units.Time deaf(start = -1, fixed = true) "Losses until then belong to the same window";
  equation
    s = w/RTT;
    der(w) = if slow then w*log(2)/RTT else 1/RTT;
    der(delivered) = through;
    when {lost and time >= pre(deaf), w > pre(threshold) and pre(slow)} then
      slow = false;
      drops = if edge(lost) then pre(drops) + 1 else pre(drops);
      threshold = if edge(lost) then max(2, cut) else pre(threshold);
      deaf = if edge(lost) then time + RTT else pre(deaf);
    end when;
    when drops > pre(drops) then
      reinit(w, max(1, cut));
    end when;
    annotation(Documentation(info="<html><p>Congestion avoidance: <code>der(w) = 1/RTT</code>, sending rate <code>w/RTT</code>. The losses of one round trip count once, as fast recovery and selective
acknowledgement do.</p></html>"));
  end Sender;

  block Reno "Halves its window"
    extends Sender;
  equation
    cut = w/2;
  end Reno;

  block SACK "Halves its window; losses of one round trip once: as Reno here"
    extends Sender;
  equation
    cut = w/2;
  end SACK;

  block Westwood "Sets its window by an estimate of the bandwidth"
    extends Sender;
    parameter Units.Time tau = 0.5 "Of the estimate";
    Real bandwidth(unit = "1/s", start = 0, fixed = true) "Estimated";
  equation
    tau*der(bandwidth) = through - bandwidth;
    cut = min(w, bandwidth*Tp);
  end Westwood;

  block Queue "n flows share a queue of finite length before a link"
    extends Icons.Block;
    parameter Integer n(min = 1) = 1 "Flows";
    parameter Real B(unit = "1/s") = 1250 "Packets a second that the link takes";
    parameter Real qmax = 57 "Packets that find a place";
    parameter Real L = 1 "A packet";
    parameter Boolean atOnce = true "The first packet is lost when the queue is full; otherwise after one packet too many" annotation(Evaluate = true);
    parameter Integer seed(min = 1) = 7 "Of the lottery that says whose packet it is";
    Blocks.RealInput s[n](each unit = "1/s") annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    Blocks.RealOutput r[n](each unit = "1/s") "What leaves" annotation(Placement(transformation(extent={{100,40},{120,60}})));
    Blocks.RealOutput waiting(unit = "s") annotation(Placement(transformation(extent={{100,-10},{120,10}})));
    Blocks.BooleanOutput drop[n] annotation(Placement(transformation(extent={{100,-60},{120,-40}})));
    Real q[n](each start = 0, each fixed = true) "Packets of each flow";
    Real qt = sum(q), st(unit = "1/s") = sum(s);
    Boolean full(start = false, fixed = true), empty;
    Integer drops(start = 0, fixed = true);
    Integer victim(start = 0, fixed = true), state(start = seed, fixed = true);
  protected
    Real z(start = 0, fixed = true) "What came too much since the last loss";
    constant Real one = 1;
    Real share[n] "Of the queue";
  equation
    full = qt >= qmax and st > B or pre(full) and st > B;
    empty = qt <= 1e-9 and st < B;
    der(z) = if full then st - B else 0;
    for f in 1:n loop
      share[f] = noEvent(if qt > 1e-9 then q[f]/qt else if st > 1e-9 then s[f]/st else 0);
      r[f] = if empty then s[f] else share[f]*B;
      der(q[f]) = if full then s[f] - share[f]*st elseif empty then 0 else s[f] - r[f];
      drop[f] = drops > pre(drops) and victim == f;
    end for;
    when {z >= L, full and atOnce} then
      state = nextRandom(pre(state));
      // The packet that finds no place belongs to a flow with the chance of its part of what comes.
      victim = sum(if state/2147483647 >= sum(s[1:f - 1])/st then 1 else 0 for f in 1:n);
      drops = pre(drops) + 1;
      reinit(z, 0);
    end when;
    waiting = qt/B;
    annotation(Documentation(info="<html><p>F&auml;rnqvist et al. (2002), figure 2. Not full: <code>der(q) = s - r</code>, and r is the flow's part of the queue times the bandwidth. Full: the length stands, and for each packet
too many one flow loses a packet.</p></html>"));
  end Queue;

  block Wireless "A link with a good and a bad state; packets are lost at random"
    extends Icons.Block;
    parameter Integer n(min = 1) = 1;
    parameter Real pGood = 0.001, pBad = 0.1 "Part of the packets that is lost";
    parameter Units.Time TGood = 8, TBad = 1.5 "Mean times in both states";
    parameter Integer seed(min = 1) = 11;
    Blocks.RealInput r[n](each unit = "1/s") annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    Blocks.BooleanOutput loss[n] annotation(Placement(transformation(extent={{100,-10},{120,10}})));
    Boolean bad(start = false, fixed = true);
    Integer losses[n](each start = 0, each fixed = true);
  protected
    discrete Units.Time next(start = 1e30, fixed = true) "Change of state";
    Integer state(start = seed, fixed = true), draw[n](start = {seed + 100*f for f in 1:n}, each fixed = true);
    Real hazard[n](each start = 0, each fixed = true) "Expected losses since the last one";
    discrete Real due[n](each start = 0, each fixed = true) "Losses that make one: exponentially distributed";
  equation
    when {initial(), time >= pre(next)} then
      state = nextRandom(nextRandom(pre(state)));
      bad = if initial() then false else not pre(bad);
      next = time - (if bad then TBad else TGood)*log(state/2147483647);
    end when;
    for f in 1:n loop
      der(hazard[f]) = r[f]*(if bad then pBad else pGood);
      when {initial(), hazard[f] >= pre(due[f])} then
        draw[f] = nextRandom(nextRandom(pre(draw[f])));
        due[f] = -log(draw[f]/2147483647);
        losses[f] = if initial() then 0 else pre(losses[f]) + 1;
        reinit(hazard[f], 0);
      end when;
      loss[f] = losses[f] > pre(losses[f]);
    end for;
  end Wireless;

  block Routing "A matrix of parts: which flow takes which link"
    extends Icons.Block;
    parameter Integer n = 2, m = 2;
    parameter Real path[m, n] = identity(2) "Part of the flow on the link";
    Blocks.RealInput u[n](each unit = "1/s") annotation(Placement(transformation(extent={{-120,-20},{-80,20}})));
    Blocks.RealOutput y[m, n](each unit = "1/s") annotation(Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    for i in 1:m loop
      for j in 1:n loop
        y[i, j] = path[i, j]*u[j];
      end for;
    end for;
  end Routing;

  package Examples "Models that can be simulated as they stand"
    extends Icons.Examples;

    model Sawtooth "One sender and one router: losses at 1.419, 2.517 and 3.615 s"
      extends Icons.Experiment;
      Reno sender(Tp = 0.002, slow0 = false);
      Queue queue(n = 1);
      discrete Units.Time last(start = 0, fixed = true), period(start = 0, fixed = true);
      discrete Real highest(start = 0, fixed = true);
    equation
      connect(sender.s, queue.s[1]);
      connect(queue.waiting, sender.waiting);
      connect(queue.drop[1], sender.lost);
      connect(queue.r[1], sender.through);
      when queue.drop[1] then
        last = time;
        period = time - pre(last);
        highest = sender.s*sender.RTT;
      end when;
      annotation(experiment(StopTime = 4, Tolerance = 1e-8));
    end Sawtooth;

    model WestwoodAndSack "Two senders over one wireless link, whose bad times only one of them takes for congestion"
      extends Icons.Experiment;
      Westwood tcpw;
      SACK sack;
      Queue queue(n = 2, atOnce = false);
      Wireless link(n = 2);
      Real advantage = tcpw.delivered/max(1, sack.delivered);
    equation
      connect(tcpw.s, queue.s[1]);
      connect(sack.s, queue.s[2]);
      connect(queue.waiting, tcpw.waiting);
      connect(queue.waiting, sack.waiting);
      connect(queue.r, link.r);
      tcpw.lost = queue.drop[1] or link.loss[1];
      sack.lost = queue.drop[2] or link.loss[2];
      connect(queue.r[1], tcpw.through);
      connect(queue.r[2], sack.through);
      annotation(experiment(StopTime = 25, Interval = 0.05));
    end WestwoodAndSack;

    model Pairs "Two of one kind against two of the other, each pair with a link of its own"
      extends Icons.Experiment;
      Westwood w[2];
      SACK k[2];
      Queue qw(n = 2, atOnce = false), qk(n = 2, atOnce = false);
      Wireless lw(n = 2), lk(n = 2);
      Real deliveredWestwood = sum(w.delivered), deliveredSack = sum(k.delivered);
    equation
      for f in 1:2 loop
        connect(w[f].s, qw.s[f]);
        connect(k[f].s, qk.s[f]);
        connect(qw.waiting, w[f].waiting);
        connect(qk.waiting, k[f].waiting);
        connect(qw.r[f], w[f].through);
        connect(qk.r[f], k[f].through);
        w[f].lost = qw.drop[f] or lw.loss[f];
        k[f].lost = qk.drop[f] or lk.loss[f];
      end for;
      connect(qw.r, lw.r);
      connect(qk.r, lk.r);
      annotation(experiment(StopTime = 35, Interval = 0.05));
    end Pairs;
  end Examples;
  annotation(Documentation(info="<html><p>After D. F&auml;rnqvist, K. Strandemar, K.H. Johansson, J.P. Hespanha: <em>Hybrid Modeling of Communication Networks Using Modelica</em> (2nd International Modelica
Conference, 2002). Packets are not simulated: the cost follows the losses.</p></html>"));
end Networks;
