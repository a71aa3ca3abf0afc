// Relations between unknowns of a linear system do not change by rounding from one event iteration to the next: the
// current of a breaker is 1e6 times a small difference, and at the event it is the threshold but for rounding.  One
// event each: the start, the limit that is passed (at the instant of the first opening, but for rounding), ten breakers that open.
// RUN: causeway simulate %s -o %t.csv
// CHECK: {{1[12]}} events
// FINAL: opened = 10 +- 0
model Breakers "Breakers that open one after the other, a while after their current has passed a limit"
  connector Pin
    Real v;
    flow Real i;
  end Pin;

  partial model OnePort
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
  end OnePort;

  model Load
    extends OnePort;
    parameter Real G = 1;
  equation
    i = G*v;
  end Load;

  model Breaker
    extends OnePort;
    parameter Real limit;
    discrete Real G(start = 1e6, fixed = true);
    Boolean triggered(start = false, fixed = true), open(start = false, fixed = true);
    discrete Real due(start = 1e9, fixed = true) "when it opens, once triggered";
  equation
    i = G*v;
    when triggered and time > due then
      open = true;
    end when;
    when pre(open) then
      G = 1e-6;
    end when;
  algorithm
    when i > limit then
      triggered := true;
      due := time + 1e-3;
    elsewhen i < limit and triggered then
      triggered := false;
    end when;
  end Breaker;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Source
    extends OnePort;
    Real current(start = 0, fixed = true);
    parameter Real final_current;
  equation
    der(current) = final_current - current;
    i = current;
  end Source;

  parameter Integer N = 20 "breakers, all parallel";
  parameter Integer M = 10 "breakers that can open";
  parameter Real limit[N](each fixed = false);
  Breaker B[N](limit = limit);
  Load G[N + 1];
  Source source(final_current = 3*(N + 1));
  Ground ground;
  Integer opened = sum(if B[k].open then 1 else 0 for k in 1:N);
initial equation
  for k in 1:N - M loop
    limit[k] = 1e9;
  end for;
  for k in N - M + 1:N - 1 loop
    limit[k] = (N + 1)/(k + 1) - 0.5/N;
  end for;
  limit[N] = 1;
equation
  connect(source.p, ground.p);
  connect(G[1].n, ground.p);
  connect(G[1].p, source.n);
  connect(B[1].p, source.n);
  for k in 1:N loop
    connect(G[k + 1].p, B[k].n);
    connect(G[k + 1].n, ground.p);
  end for;
  for k in 1:N - 1 loop
    connect(B[k].p, B[k + 1].p);
  end for;
  annotation(experiment(StopTime = 2));
end Breakers;
