// A relation in the body of a when clause is looked at at its event only and makes no events itself (MLS 3.6, 8.3.5, 11.2.7).
// RUN: causeway simulate %s RelationInsideWhen.Count -o %t.csv --stop 1
// CHECK: 6 events
// RUN: causeway simulate %s RelationInsideWhen.Chatter -o %t.csv --stop 1
// CHECK: 11 events
package RelationInsideWhen
  model Count
    Real p = sin(20*time);
    discrete Real s(start = 0, fixed = true);
  algorithm
    when sample(0, 0.2) then
      s := if p > 0.5 and time > 0.33 then 1 else 0;
    end when;
  end Count;
  model Chatter
    Real p(start = 1, fixed = true), q;
    discrete Real s(start = 1, fixed = true);
  equation
    der(p) = s*cos(10*time) - p;
    q = p;
    when sample(0, 0.1) then
      s = if q < pre(q) then -pre(s) else pre(s) + 0.1;
    end when;
  end Chatter;
end RelationInsideWhen;
