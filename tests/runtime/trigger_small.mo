// A trigger without events whose unknown is a thousandth of its nominal value.  At the ends of a branch it jumps to the other one and
// stays there: the way to the last solutions does not lead across the jump.
// RUN: causeway simulate %s -o %t.csv --stop 1 --tolerance 1e-7
// CHECK-NOT: RT0058
// CHECK: TriggerSmall: 0 to 1 s with cvode (dense), {{[0-9]?[0-9][0-9][0-9]}} steps
// ALWAYS: %t.csv abs({c}) < 7.6
// ALWAYS: %t.csv abs({v}) > 14 or {time} < 0.1
// FINAL: %t.csv crossings = 20 +- 1
model TriggerSmall
  parameter Real R = 1000, C = 1/(10*2*R*log(3)), gain = 15000;
  Real c(start = 1, fixed = true), v, i;
  Integer crossings(start = 0, fixed = true);
equation
  v = noEvent(if gain*(R*i - c) > 15 then 15 else if gain*(R*i - c) < -15 then -15 else gain*(R*i - c));
  v = 2*R*i;
  R*C*der(c) = v - c;
  when {c > 0, c < 0} then
    crossings = pre(crossings) + 1;
  end when;
end TriggerSmall;
