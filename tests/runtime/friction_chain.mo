// RUN: causeway simulate %s -o %t.csv --stop 2 --stats %t.json
// RUN: causeway simulate %s -o %t_ida.csv --stop 2 --solver ida
// RUN: causeway simulate %s -o %t_rk.csv --stop 2 --solver dopri5
// RUN: %d/few_events.sh %t.json 150
// CHECK: the solution of least norm is used
// CHECK-NOT: chattering
// CHECK-NOT: error
// ALWAYS: %t.csv abs({chain.v} - {single.v}) < 1e-6 and abs({chain.x} - {single.x}) < 1e-6
// ALWAYS: %t_ida.csv abs({chain.v} - {single.v}) < 1e-5
// ALWAYS: %t_rk.csv abs({chain.v} - {single.v}) < 1e-5
// ALWAYS: %t.csv abs({chain.brake[1].f}) <= 0.5 + 1e-9 and abs({chain.brake[2].f}) <= 2 + 1e-9 and abs({chain.brake[3].f}) <= 1 + 1e-9
// VALUE: %t.csv chain.brake[1].mode(0.3) = 1 +- 0
// VALUE: %t.csv chain.brake[2].mode(0.3) = 1 +- 0
// VALUE: %t.csv chain.brake[3].mode(0.3) = 1 +- 0
// VALUE: %t.csv chain.brake[1].mode(0.6) = 0 +- 0
// VALUE: %t.csv chain.brake[2].mode(0.6) = 0 +- 0
// VALUE: %t.csv chain.brake[1].mode(0.8) = -1 +- 0
// VALUE: %t.csv chain.brake[3].locked(1.1) = 1 +- 0
// VALUE: %t_ida.csv chain.brake[2].locked(1.1) = 1 +- 0
// VALUE: %t_rk.csv chain.brake[3].locked(1.57) = 1 +- 0
package FrictionChain "several frictions on one mass share a force as one friction with the sum of their limits takes it"
  model Friction "sticks up to limit; after Otter, Elmqvist and Mattsson (1999)"
    parameter Real limit;
    Real v;
    Real a;
    Real f "against the motion";
    Real s(start = 0) "f while it sticks, else acceleration beyond the limit";
    Boolean forward(start = false, fixed = true), backward(start = false, fixed = true), locked;
    Integer mode(start = 0, fixed = true);
  equation
    forward = pre(mode) == 0 and (s > limit or pre(forward) and s > limit);
    backward = pre(mode) == 0 and (s < -limit or pre(backward) and s < -limit);
    locked = not (pre(mode) == 1 or forward or pre(mode) == -1 or backward);
    a = if locked then 0 elseif forward or pre(mode) == 1 then s - limit else s + limit;
    f = if locked then s elseif forward or pre(mode) == 1 then limit else -limit;
    mode = if (pre(mode) == 1 or forward) and v > 0 then 1 elseif (pre(mode) == -1 or backward) and v < 0 then -1 else 0;
  end Friction;

  model Mass
    parameter Real limits[:];
    Real x(start = 0, fixed = true);
    Real v(start = 0, fixed = true);
    Real a;
    Friction brake[size(limits, 1)](limit = limits);
  equation
    der(x) = v;
    der(v) = a;
    2*a = 5*sin(6.283185307179586*time) + 0.5*sin(11*time) - sum(brake.f);
    for i in 1:size(limits, 1) loop
      brake[i].v = v;
      brake[i].a = a;
    end for;
  end Mass;

  model Compare
    Mass chain(limits = {0.5, 2, 1});
    Mass single(limits = {3.5});
  end Compare;
end FrictionChain;
